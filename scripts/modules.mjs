// The modules below a folder, what each imports, and the cycles among them: read by TypeScript's own parser, not by patterns.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/**
 * Every module but tests: its path, its source, and its imports (`to`: a path of the same kind, `typeOnly`: gone at run time, `isExport`: passed on)
 * and `packages` (the names of others).
 */
export function readModules(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.ts$/.test(path) && !/\.(test|cases|d)\.ts$/.test(path))
    .sort()
    .map((path) => readModule(folder, path));
}

function readModule(folder, path) {
  const code = readFileSync(join(folder, path), 'utf8');
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest);
  const imports = [];
  const packages = [];
  for (const { name, typeOnly, isExport } of importsIn(source)) {
    if (!name.startsWith('.')) packages.push(name);
    else {
      const target = resolve(folder, dirname(path), name.endsWith('.ts') ? name : `${name}.ts`);
      imports.push({ to: relative(folder, target).replaceAll('\\', '/'), typeOnly, isExport });
    }
  }
  return { path, source, imports, packages };
}

/** Static imports and exports, and `import('…')`, which never makes a cycle that hurts but is a dependency. */
function* importsIn(source) {
  const found = [];
  const visit = (node) => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const isExport = ts.isExportDeclaration(node);
      found.push({ name: node.moduleSpecifier.text, typeOnly: isTypeOnly(node), isExport });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument !== undefined && ts.isStringLiteralLike(argument))
        found.push({ name: argument.text, typeOnly: false });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.push({ name: node.argument.literal.text, typeOnly: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  yield* found;
}

function isTypeOnly(node) {
  const clause = ts.isImportDeclaration(node) ? node.importClause : node;
  if (clause === undefined) return false;
  if (clause.isTypeOnly || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  if (clause.name !== undefined && ts.isImportDeclaration(node)) return false;
  const names = ts.isImportDeclaration(node) ? clause.namedBindings : clause.exportClause;
  return names?.elements?.length > 0 && names.elements.every((element) => element.isTypeOnly);
}

/** Which of these globals a module uses: as a value or a type, and not as the name of a member or of something of its own. */
export function globalsIn(source, names) {
  const used = new Set();
  const own = new Set();
  const visit = (node, parent) => {
    if (ts.isIdentifier(node) && names.includes(node.text)) {
      const isMember =
        (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
      const isDeclared = parent.name === node && !ts.isPropertyAccessExpression(parent);
      if (isDeclared) own.add(node.text);
      else if (!isMember) used.add(node.text);
    }
    ts.forEachChild(node, (child) => visit(child, node));
  };
  ts.forEachChild(source, (child) => visit(child, source));
  return [...used].filter((name) => !own.has(name));
}

/** One cycle of every knot of modules that import each other at run time (Tarjan's strongly connected components). */
export function findCycles(modules) {
  const next = new Map(
    modules.map(({ path, imports }) => [path, imports.filter((i) => !i.typeOnly).map(({ to }) => to)]),
  );
  const cycles = [];
  const index = new Map();
  const low = new Map();
  const stack = [];
  const visit = (path) => {
    index.set(path, index.size);
    low.set(path, index.get(path));
    stack.push(path);
    for (const to of next.get(path) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(path, Math.min(low.get(path), low.get(to)));
    }
    if (low.get(path) !== index.get(path)) return;
    const knot = stack.splice(stack.indexOf(path));
    if (knot.length > 1 || next.get(path)?.includes(path)) cycles.push(shortestCycle(knot, next));
  };
  for (const { path } of modules) if (!index.has(path)) visit(path);
  return cycles;
}

/** The shortest way from the first module of a knot back to itself. */
function shortestCycle(knot, next) {
  const [start] = [...knot].sort();
  const cameFrom = new Map();
  const queue = [start];
  for (const path of queue) {
    for (const to of next.get(path) ?? []) {
      if (to === start) {
        const cycle = [path];
        while (cycle[0] !== start) cycle.unshift(cameFrom.get(cycle[0]));
        return cycle;
      }
      if (!knot.includes(to) || cameFrom.has(to)) continue;
      cameFrom.set(to, path);
      queue.push(to);
    }
  }
  return knot;
}

/** The names that a module declares and exports; not those that it passes on. A function may have several signatures. */
export function exportedNames(source) {
  const names = source.statements
    .filter((each) => each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap((each) => (ts.isVariableStatement(each) ? [...each.declarationList.declarations] : [each]))
    .flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
  return new Set(names);
}
