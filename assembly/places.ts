// Where the words of the canonical text are in the text: two u32 for each word, its first byte and the byte after its last one.
import { isMarked } from './simhash/stop-marks';

// The text that places are relative to.
let text: usize = 0;
// The address after the place of the last word; 0 if no places are wanted.
let placesEnd: usize = 0;
// The first place of the current document; while stop words are removed, the next place to read and where to write it.
let documentPlaces: usize = 0;
let unchecked: usize = 0;

export function startPlaces(from: usize, places: usize): void {
  text = from;
  placesEnd = places;
}

export function startDocumentPlaces(): void {
  documentPlaces = placesEnd;
}

// A word begins with the character at p.
export function beginPlace(p: usize): void {
  store<u32>(placesEnd, <u32>(p - text));
  placesEnd += 8;
}

// The last word continues up to p.
export function extendPlace(p: usize): void {
  store<u32>(placesEnd - 4, <u32>(p - text));
}

// Called before the stop words of a document are removed.
export function uncheckPlaces(): void {
  unchecked = documentPlaces;
  placesEnd = documentPlaces;
}

// Keeps the places of the next words, except for those marked as stop words.
export function keepPlaces(base: usize, words: usize): void {
  for (let i: usize = 0; i < words; i++, unchecked += 8) {
    store<u64>(placesEnd, load<u64>(unchecked));
    if (!isMarked(base, i)) placesEnd += 8;
  }
}
