"""Crops: a word each, bounded, nothing to guess."""

from __future__ import annotations

from companion.service.crops import WORD, Crops


def test_a_crop_is_found_by_its_word_and_by_nothing_else() -> None:
    crops = Crops()
    word = crops.put("c1", b"one")
    assert crops.jpeg(word) == b"one" and crops.word("c1") == word and WORD.fullmatch(word)
    assert crops.jpeg("c1") is None and crops.word("c2") is None and crops.word(None) is None
    assert crops.put("c1", b"one") == word
    assert Crops().put("c1", b"one") != word


def test_the_oldest_are_forgotten_and_one_is_always_kept() -> None:
    crops = Crops(most_bytes=10)
    words = [crops.put(f"c{n}", bytes(4)) for n in range(5)]
    assert [crops.jpeg(word) is not None for word in words] == [False, False, False, True, True]
    large = crops.put("large", bytes(50))
    assert crops.jpeg(large) is not None and crops.jpeg(words[4]) is None
