// A transform for the AssemblyScript compiler: a function below a line `// @inline` is inlined wherever it is called. AssemblyScript's own
// notation is a decorator, which TypeScript and Biome accept only on classes and their members.
import { Node, NodeKind } from 'assemblyscript';
import { Transform } from 'assemblyscript/transform';

const MARK = '// @inline\n';

export default class InlineComments extends Transform {
  afterParse(parser) {
    for (const source of parser.sources) {
      if (source.isLibrary) continue;
      const expected = source.text.split(MARK).length - 1;
      const marked = source.statements.filter(
        (statement) => statement.kind === NodeKind.FunctionDeclaration && isMarked(statement),
      );
      if (marked.length !== expected)
        throw new Error(
          `${source.normalizedPath}: every line "${MARK.trim()}" must be followed by a function`,
        );
      for (const statement of marked) {
        const name = Node.createIdentifierExpression('inline', statement.range);
        statement.decorators = [
          ...(statement.decorators ?? []),
          Node.createDecorator(name, null, statement.range),
        ];
      }
    }
  }
}

/** Whether the line above a statement is the mark. */
function isMarked({ range }) {
  return range.source.text.slice(0, range.start).endsWith(MARK);
}
