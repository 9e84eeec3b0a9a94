// Table 4 and Figure 8: MD5.
import { byDocumentSize } from './paper-c.mjs';

export const run = ({ size }) => byDocumentSize('md5', size);
