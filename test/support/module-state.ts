import ts from 'typescript';

/** One piece of state that belongs to a module and not to a caller. */
export interface ModuleState {
  readonly line: number;
  readonly what: string;
}

/** The module that another one names in an import; undefined where it is not ours. */
export type Resolve = (specifier: string, from: ts.SourceFile) => ts.SourceFile | undefined;

const CONTAINERS: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'Array',
  'Object',
  'Uint8Array',
  'Uint16Array',
  'Buffer',
]);
/** What can only be there to remember something. */
const NEVER: ReadonlySet<string> = new Set(['WeakMap', 'WeakSet', 'WeakRef', 'AsyncLocalStorage', 'EventEmitter']);
const MUTATORS: ReadonlySet<string> = new Set([
  ...['set', 'add', 'delete', 'clear', 'push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill'],
  ...['copyWithin', 'append', 'write'],
]);
const READONLY_TYPE = /^(?:readonly |Readonly|ReadonlyMap|ReadonlySet|ReadonlyArray)/;

/**
 * The state that a module keeps between calls: variables that change, containers that a function fills, functions that
 * were made with a memory of their own. What is filled while the module is loaded and only read afterwards is a table.
 */
export function moduleState(source: ts.SourceFile, resolve: Resolve): readonly ModuleState[] {
  const found: ModuleState[] = [];
  const tell = (node: ts.Node, what: string) => {
    found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, what });
  };
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement) && !isAmbient(statement)) {
      const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
      for (const declaration of statement.declarationList.declarations) {
        for (const name of boundNames(declaration.name)) names.add(name);
        if (!isConst) tell(declaration, `${declaration.name.getText(source)} is a variable`);
        else tellOfConstant(declaration, declaration.initializer);
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isEnumDeclaration(statement)) {
      if (statement.name !== undefined) names.add(statement.name.text);
    } else if (ts.isClassDeclaration(statement)) {
      if (statement.name !== undefined) names.add(statement.name.text);
      tellOfStatics(statement);
    }
  }
  for (const statement of source.statements) visitFunctions(statement, (body) => tellOfChanges(body));
  return found;

  function tellOfConstant(declaration: ts.VariableDeclaration | ts.PropertyDeclaration, value?: ts.Expression): void {
    const name = declaration.name.getText(source);
    const inner = unwrapped(value);
    if (inner === undefined) return;
    if (ts.isNewExpression(inner)) {
      const maker = inner.expression.getText(source);
      if (NEVER.has(maker)) tell(declaration, `${name} is a ${maker}`);
      else if ((maker === 'Map' || maker === 'Set') && !isReadonly(declaration)) {
        tell(declaration, `${name} is a ${maker} that is not declared as Readonly${maker}`);
      } else if (!CONTAINERS.has(maker) && remembers(maker))
        tell(declaration, `${name} is made by ${maker}, which remembers`);
    }
    const isEmpty =
      (ts.isArrayLiteralExpression(inner) && inner.elements.length === 0) ||
      (ts.isObjectLiteralExpression(inner) && inner.properties.length === 0);
    if (isEmpty && !isReadonly(declaration)) tell(declaration, `${name} is empty and not declared as read-only`);
    if (ts.isCallExpression(inner)) {
      const maker = unwrapped(inner.expression);
      if (maker === undefined) return;
      if (ts.isIdentifier(maker)) {
        if (remembers(maker.text)) tell(declaration, `${name} is made by ${maker.text}, which remembers`);
      } else if (isFunction(maker) && hasMemory(maker)) tell(declaration, `${name} is a function with a memory`);
    }
  }

  function tellOfStatics({ members }: ts.ClassDeclaration): void {
    for (const member of members) {
      if (!ts.isPropertyDeclaration(member) || !hasModifier(member, ts.SyntaxKind.StaticKeyword)) continue;
      const name = member.name.getText(source);
      if (!hasModifier(member, ts.SyntaxKind.ReadonlyKeyword)) tell(member, `static ${name} is a variable`);
      else tellOfConstant(member, member.initializer);
    }
  }

  /** Inside a function: what it does to the names of the module, or to what all modules share. */
  function tellOfChanges(body: ts.Node): void {
    const hidden = declaredIn(body);
    const isOurs = (node: ts.Expression): boolean => {
      const root = rootOf(node);
      return root !== undefined && !hidden.has(root) && (names.has(root) || root === 'globalThis');
    };
    const visit = (node: ts.Node): void => {
      const target = changed(node);
      if (target !== undefined && isOurs(target)) tell(node, `${target.getText(source)} changes`);
      const regex = searched(node);
      if (regex !== undefined && isOurs(regex) && isGlobalRegex(regex)) {
        tell(node, `${regex.getText(source)} remembers where it was in a text`);
      }
      ts.forEachChild(node, visit);
    };
    visit(body);
  }

  function isGlobalRegex(node: ts.Expression): boolean {
    const declaration = ts.isIdentifier(node) ? constantOf(source, node.text) : undefined;
    const value = unwrapped(declaration?.initializer);
    return value !== undefined && ts.isRegularExpressionLiteral(value) && /\/[a-z]*[gy][a-z]*$/.test(value.text);
  }

  /** Whether what a function or class of this name makes has a memory of its own. */
  function remembers(name: string): boolean {
    const maker = findMaker(source, name, resolve);
    return maker !== undefined && hasMemory(maker);
  }
}

export const parseModule = (file: string, text: string) =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** The function or class of a name: in this module, or where it was imported or handed on from. */
function findMaker(source: ts.SourceFile, name: string, resolve: Resolve): Maker | undefined {
  const own = makerOf(source, name);
  if (own !== undefined) return own;
  for (const statement of source.statements) {
    const isImport = ts.isImportDeclaration(statement);
    if (!isImport && !ts.isExportDeclaration(statement)) continue;
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) continue;
    const names = isImport ? statement.importClause?.namedBindings : statement.exportClause;
    let known: string | undefined;
    if (names !== undefined && (ts.isNamedImports(names) || ts.isNamedExports(names))) {
      const element = [...names.elements].find((one) => one.name.text === name);
      known = element === undefined ? undefined : (element.propertyName ?? element.name).text;
    } else if (!isImport && names === undefined) known = name;
    const other = known === undefined ? undefined : resolve(moduleSpecifier.text, source);
    const maker = known === undefined || other === undefined ? undefined : findMaker(other, known, resolve);
    if (maker !== undefined) return maker;
  }
  return undefined;
}

type Maker = ts.FunctionLikeDeclaration | ts.ClassDeclaration;

const isFunction = (node: ts.Node): node is ts.FunctionExpression | ts.ArrowFunction =>
  ts.isFunctionExpression(node) || ts.isArrowFunction(node);

function makerOf(source: ts.SourceFile, name: string): Maker | undefined {
  for (const statement of source.statements) {
    if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name?.text === name) {
      return statement;
    }
  }
  const value = unwrapped(constantOf(source, name)?.initializer);
  return value !== undefined && isFunction(value) ? value : undefined;
}

function constantOf(source: ts.SourceFile, name: string): ts.VariableDeclaration | undefined {
  return source.statements
    .flatMap((one) => (ts.isVariableStatement(one) ? one.declarationList.declarations : []))
    .find((one) => one.name.getText(source) === name);
}

/** A function whose inner functions change its variables, or a class with fields that its methods change. */
function hasMemory(maker: Maker): boolean {
  let found = false;
  if (ts.isClassDeclaration(maker)) {
    visitFunctions(maker, (body, owner) => {
      if (ts.isConstructorDeclaration(owner)) return;
      const visit = (node: ts.Node): void => {
        if (rootOf(changed(node)) === 'this') found = true;
        ts.forEachChild(node, visit);
      };
      visit(body);
    });
    return found;
  }
  const { body } = maker;
  if (body === undefined) return false;
  const own = declaredIn(body, false);
  visitFunctions(body, (inner) => {
    const hidden = declaredIn(inner);
    const visit = (node: ts.Node): void => {
      const root = rootOf(changed(node));
      if (root !== undefined && own.has(root) && !hidden.has(root)) found = true;
      ts.forEachChild(node, visit);
    };
    visit(inner);
  });
  return found;
}

/** Calls `seen` with the body of each outermost function below a node. */
function visitFunctions(node: ts.Node, seen: (body: ts.Node, owner: ts.Node) => void): void {
  if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
    seen(node, node);
    return;
  }
  ts.forEachChild(node, (child) => visitFunctions(child, seen));
}

/** Names that are declared below a node; without `deep`, not inside of functions in it. */
function declaredIn(node: ts.Node, deep = true): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isVariableDeclaration(child) || ts.isParameter(child))
      for (const one of boundNames(child.name)) names.add(one);
    if (!deep && child !== node && ts.isFunctionLike(child)) return;
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? boundNames(one.name) : []));
}

const isAssignment = (kind: ts.SyntaxKind) =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** What a node changes, if it changes something. */
function changed(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return node.left;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator } = node;
    return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken
      ? node.operand
      : undefined;
  }
  if (ts.isDeleteExpression(node)) return node.expression;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  const isAssign = expression.getText() === 'Object' && /^(?:assign|defineProperty|defineProperties)$/.test(name.text);
  if (isAssign) return node.arguments[0];
  return MUTATORS.has(name.text) ? expression : undefined;
}

/** The regular expression that `test` or `exec` runs on a text. */
function searched(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  return name.text === 'test' || name.text === 'exec' ? expression : undefined;
}

/** `a` of `a.b[c].d`; `this` for its own fields. */
function rootOf(node: ts.Expression | undefined): string | undefined {
  let inner = unwrapped(node);
  while (inner !== undefined && (ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner))) {
    inner = unwrapped(inner.expression);
  }
  if (inner === undefined) return undefined;
  if (ts.isIdentifier(inner)) return inner.text;
  return inner.kind === ts.SyntaxKind.ThisKeyword ? 'this' : undefined;
}

function unwrapped(node: ts.Expression | undefined): ts.Expression | undefined {
  let inner = node;
  while (
    inner !== undefined &&
    (ts.isAsExpression(inner) ||
      ts.isSatisfiesExpression(inner) ||
      ts.isParenthesizedExpression(inner) ||
      ts.isNonNullExpression(inner))
  ) {
    inner = inner.expression;
  }
  return inner;
}

function isReadonly({ type, initializer }: ts.VariableDeclaration | ts.PropertyDeclaration): boolean {
  if (type !== undefined) return READONLY_TYPE.test(type.getText());
  return initializer !== undefined && ts.isAsExpression(initializer) && initializer.type.getText() === 'const';
}

const hasModifier = (node: ts.PropertyDeclaration, kind: ts.SyntaxKind) =>
  node.modifiers?.some((one) => one.kind === kind) === true;

const isAmbient = (statement: ts.VariableStatement) =>
  statement.modifiers?.some((one) => one.kind === ts.SyntaxKind.DeclareKeyword) === true;
