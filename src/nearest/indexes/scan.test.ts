import { signatureIndexCases } from './contract.cases.ts';

signatureIndexCases('scan', [{ exact: () => ({}) }]);
