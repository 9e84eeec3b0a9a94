/** Structs that the host and the kernels share: arrays of u32 in the heap. Their fields are classes of `layouts/`, which both compilers accept. */
import type { Address } from './heap.ts';
import {
  AssignListsCall,
  BandKeysCall,
  BuildSliceCall,
  CanonicalizeCall,
  JoinScatterCall,
  MajorityCentroidsCall,
  RefineListsCall,
  RegionalWordsCall,
  StemWordsCall,
  TopsigCall,
} from './layouts/calls.ts';
import { ItemProbeCall } from './layouts/item-probe.ts';
import { JoinPart } from './layouts/join-part.ts';
import { JsonlRecord, JsonlScan } from './layouts/jsonl-scan.ts';
import { MatrixTile } from './layouts/matrix-tile.ts';
import { MayShare } from './layouts/may-share.ts';
import { ListSearch, SliceSearch } from './layouts/signature-search.ts';
import { WindowAnchorsCall, WindowKeysCall } from './layouts/window-anchors.ts';

export const JoinPartFields = placesOf(new JoinPart());
export const JsonlRecordFields = placesOf(new JsonlRecord());
export const JsonlScanFields = placesOf(new JsonlScan());
export const MatrixTileFields = placesOf(new MatrixTile());
export type MatrixField = Exclude<keyof typeof MatrixTileFields, 'length'>;
export const MayShareFields = placesOf(new MayShare());
/** The fields that every search has, and those that both kinds have in the same places. */
export const SignatureSearch = { ...placesOf(new SliceSearch()), ...placesOf(new ListSearch()) };

/** Fields of calls that are no addresses. */
type Numbers =
  | 'bands'
  | 'bits'
  | 'bytes'
  | 'canonicalMode'
  | 'centroidCount'
  | 'count'
  | 'factor'
  | 'first'
  | 'firstId'
  | 'hashShift'
  | 'high'
  | 'least'
  | 'low'
  | 'margin'
  | 'markShift'
  | 'mode'
  | 'neighborCount'
  | 'quarter'
  | 'room'
  | 'rows'
  | 'shape'
  | 'shift'
  | 'start'
  | 'width';

/** The arguments of a kernel by name. */
export type ArgumentsOf<Struct> = {
  readonly [Field in keyof Struct]: Field extends Numbers ? number : Address;
};

/** The kernels that take their arguments as a struct. */
export const CALLS = {
  canonicalize: CanonicalizeCall,
  stemWords: StemWordsCall,
  regionalWords: RegionalWordsCall,
  bandKeys: BandKeysCall,
  topsig: TopsigCall,
  buildSlice: BuildSliceCall,
  majorityCentroids: MajorityCentroidsCall,
  assignLists: AssignListsCall,
  refineLists: RefineListsCall,
  joinScatter: JoinScatterCall,
  itemProbe: ItemProbeCall,
  windowAnchors: WindowAnchorsCall,
  windowKeys: WindowKeysCall,
};

/** The places of a struct's fields in units of u32, and its `length`. */
function placesOf<Struct extends object>(struct: Struct): Readonly<Record<keyof Struct | 'length', number>> {
  const names = Object.keys(struct);
  const places = names.map((name, place) => [name, place]);
  return Object.fromEntries([...places, ['length', names.length]]);
}
