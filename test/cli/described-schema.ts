/** The comments above the fields of declared answers, as descriptions in the JSON schema: editors show the former, all others the latter. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { ROOT } from './run-neardup.ts';

type Json = Readonly<Record<string, unknown>>;

/** The schema with a `description` for every field that has a comment in src/answers. */
export function described(schema: Json): Json {
  const declared = declarations();
  const defs = Object.entries(schema.$defs as Readonly<Record<string, Json>>).map(([name, definition]) => {
    const literal = declared.get(name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());
    return [name, literal === undefined ? definition : withFields(definition, literal, declared)];
  });
  return { ...schema, $defs: Object.fromEntries(defs) };
}

type Declarations = ReadonlyMap<string, ts.ObjectLiteralExpression>;

/** `export const NAME = object({ … })`: the fields by the name. */
function declarations(): Declarations {
  const folder = `${ROOT}src/answers/`;
  const found = readdirSync(folder).flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(folder + file, 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    return source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
      declarationList.declarations.flatMap(({ name, initializer }) => {
        const literal = initializer && literalIn(initializer);
        return literal === undefined ? [] : [[name.getText(), literal] as const];
      }),
    );
  });
  return new Map(found);
}

/** The fields of an object that is declared inside a call such as `maybe(list(object({ … })))`. */
function literalIn(node: ts.Expression): ts.ObjectLiteralExpression | undefined {
  if (ts.isObjectLiteralExpression(node)) return node;
  if (!ts.isCallExpression(node) || node.expression.getText() === 'schema') return undefined;
  return node.arguments[0] && literalIn(node.arguments[0]);
}

function withFields(schema: Json, literal: ts.ObjectLiteralExpression, declared: Declarations): Json {
  if (schema.items !== undefined)
    return { ...schema, items: withFields(schema.items as Json, literal, declared) };
  if (schema.properties === undefined) return schema;
  const properties = { ...(schema.properties as Readonly<Record<string, Json>>) };
  for (const field of literal.properties) {
    if (ts.isSpreadAssignment(field)) {
      // `...fieldsIn(NAME)`: the fields of another answer
      const [, name] = /^fieldsIn\((\w+)\)$/.exec(field.expression.getText()) ?? [];
      const other = declared.get(name);
      if (other !== undefined)
        Object.assign(properties, withFields({ properties }, other, declared).properties);
    } else if (ts.isPropertyAssignment(field) || ts.isShorthandPropertyAssignment(field)) {
      const name = field.name.getText();
      const own = ts.isPropertyAssignment(field) ? literalIn(field.initializer) : undefined;
      const inside = own === undefined ? properties[name] : withFields(properties[name], own, declared);
      const comment = commentOf(field);
      properties[name] = comment === undefined ? inside : { description: comment, ...inside };
    }
  }
  return { ...schema, properties };
}

function commentOf(node: ts.Node): string | undefined {
  const text = node.getSourceFile().text;
  const last = ts.getLeadingCommentRanges(text, node.pos)?.at(-1);
  const comment = last && text.slice(last.pos, last.end);
  return comment?.startsWith('/**')
    ? comment
        .replaceAll(/^\/\*\*|\*\/$/g, '')
        .replaceAll(/\s*\n\s*\* ?/g, ' ')
        .trim()
    : undefined;
}
