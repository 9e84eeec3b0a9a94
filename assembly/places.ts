// Where the words of the canonical text are in the text: two u32 for each word, its first byte and the byte after its last one.
import { isMarked } from './simhash/stop-marks';

// The text that places are relative to.
let text: usize = 0;
// Behind the place of the last word; 0 if no places are asked for.
let placesEnd: usize = 0;
// The first place of the present document; while stop words leave, the next place to look at and where it goes.
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

// The last word goes on up to p.
export function extendPlace(p: usize): void {
  store<u32>(placesEnd - 4, <u32>(p - text));
}

// Before the stop words of a document leave.
export function uncheckPlaces(): void {
  unchecked = documentPlaces;
  placesEnd = documentPlaces;
}

// Keeps the places of the next words, but for those that are marked as stop words.
export function keepPlaces(base: usize, words: usize): void {
  for (let i: usize = 0; i < words; i++, unchecked += 8) {
    store<u64>(placesEnd, load<u64>(unchecked));
    if (!isMarked(base, i)) placesEnd += 8;
  }
}
