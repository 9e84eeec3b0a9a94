// A transform for the AssemblyScript compiler, so that its sources are TypeScript as Biome and tsc take it, and that some of them
// (src/engines/layouts) are compiled by both compilers.
// - A line `// @inline` above a function, or `// @unmanaged` above a class, is the decorator of that name. TypeScript has no decorators on functions.
// - `type usize = number` and the like, which tell tsc what AssemblyScript's own types are, are left out.
import { Node, NodeKind } from 'assemblyscript';
import { Transform } from 'assemblyscript/transform';

const DECORATORS = { inline: NodeKind.FunctionDeclaration, unmanaged: NodeKind.ClassDeclaration };
const OWN_TYPES = ['usize', 'u64', 'u32', 'u16', 'u8', 'i32', 'f64'];

export default class AssemblyDialect extends Transform {
  afterParse(parser) {
    for (const source of parser.sources) {
      if (source.isLibrary) continue;
      for (const [name, kind] of Object.entries(DECORATORS)) decorate(source, name, kind);
      source.statements = source.statements.filter((statement) => !isOwnType(statement));
    }
  }
}

function decorate(source, name, kind) {
  const mark = `// @${name}\n`;
  const marked = source.statements.filter(
    (statement) => statement.kind === kind && source.text.slice(0, statement.range.start).endsWith(mark),
  );
  if (marked.length !== source.text.split(mark).length - 1)
    throw new Error(`${source.normalizedPath}: not every line "${mark.trim()}" is above what it belongs to`);
  for (const statement of marked) {
    const { range } = statement;
    const decorator = Node.createDecorator(Node.createIdentifierExpression(name, range), null, range);
    statement.decorators = [...(statement.decorators ?? []), decorator];
  }
}

function isOwnType({ kind, name }) {
  return kind === NodeKind.TypeDeclaration && OWN_TYPES.includes(name.text);
}
