import { signatureIndexCases } from './contract.cases.ts';

signatureIndexCases('sketches', [
  { exact: (size) => ({ candidates: size }) },
  { build: { sketchBits: 64 }, exact: (size) => ({ candidates: size }) },
]);
