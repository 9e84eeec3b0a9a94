// Type-checks what is to run in a browser without Node's types (tsconfig.browser.json). TypeScript also reads what these files import
// from rooms that need Node, and finds fault there; that is not told.  node scripts/check-browser.mjs
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { NODE } from './check-layers.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const config = ts.readConfigFile(`${root}tsconfig.browser.json`, ts.sys.readFile).config;
const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const compilerHost = ts.createCompilerHost(options);
// types of some packages ask for Node's
compilerHost.resolveTypeReferenceDirectiveReferences = (references) =>
  references.map(() => ({ resolvedTypeReferenceDirective: undefined }));
const program = ts.createProgram(fileNames, options, compilerHost);
const isOfNode = (name) =>
  !name.endsWith('.browser.ts') && Object.keys(NODE).some((place) => name.startsWith(`${root}src/${place}`));
const found = fileNames
  .filter((name) => !isOfNode(name))
  .flatMap((name) => program.getSemanticDiagnostics(program.getSourceFile(name)));
const host = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};
process.stderr.write(ts.formatDiagnostics([...errors, ...found], host));
process.exit(errors.length + found.length === 0 ? 0 : 1);
