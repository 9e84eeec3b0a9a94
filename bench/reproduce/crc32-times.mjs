// Table 3 and Figure 7: CRC32.
import { byDocumentSize } from './paper-c.mjs';

export const run = ({ size }) => byDocumentSize('crc32', size);
