import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'

/** An endpoint's handler, found by the type `Handlers<typeof table>` of the object that it is part of. */
export type FoundHandler = {
  /** The table of endpoints: its file, relative to the project, and its export. */
  table: { file: string; name: string }
  endpoint: string
  /** Codes in refusals that the handler can reach. */
  codes: ReadonlySet<string>
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
/** What a top-level declaration names and which codes it refuses with. */
type Declaration = { names: ReadonlySet<string>; codes: ReadonlySet<string>; opened: readonly Opened[] }
/** `await import(specifier)`, and what is taken from it: `*` for all of it. */
type Opened = { specifier: string; names: readonly string[] }
type Import = { file: string; name: string }
type Module = { declarations: Map<string, Declaration>; imports: Map<string, Import> }

/**
 * Every handler with the codes it can refuse with, by a walk over the source from declaration to declaration. A name that is
 * mentioned counts as called, so a code may be reported that is caught on the way; a code that is not reported is never thrown.
 */
export function findHandlers(root: string): FoundHandler[] {
  const modules = new Map<string, Module>()

  const moduleOf = (file: string): Module => {
    const known = modules.get(file)
    if (known) return known
    const read = readModule(root, file)
    modules.set(file, read)
    return read
  }

  function codesFrom(file: string, start: Declaration): Set<string> {
    const codes = new Set<string>()
    const seen = new Set<Declaration>()
    const visit = (at: string, declaration: Declaration) => {
      if (seen.has(declaration)) return
      seen.add(declaration)
      for (const code of declaration.codes) codes.add(code)
      const { declarations, imports } = moduleOf(at)
      for (const name of declaration.names) {
        const own = declarations.get(name)
        if (own) visit(at, own)
        const imported = imports.get(name)
        if (imported) follow(imported)
      }
      for (const opened of declaration.opened) {
        const target = targetOf(root, at, opened.specifier)
        if (target) for (const name of opened.names) follow({ file: target, name })
      }
    }
    const follow = ({ file: target, name }: Import) => {
      const { declarations } = moduleOf(target)
      if (name === '*') for (const each of declarations.values()) visit(target, each)
      const declaration = declarations.get(name)
      if (declaration) visit(target, declaration)
    }
    visit(file, start)
    return codes
  }

  return sourcesOf(root).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    if (
      !/Handlers<((Omit|Pick)<)?typeof |define(Admin)?Group\(|trackPurchaseGroup\(|resourceHandlers\(\w+Endpoints,/.test(
        text,
      )
    )
      return []
    return [...handlerTables(file, text), ...inlineTables(file, text)].flatMap(({ table, handlers }) => {
      const found = moduleOf(file).imports.get(table)
      if (!found) throw new Error(`${file}: ${table} is not imported`)
      return handlers.map(({ name, node }) => ({
        table: found,
        endpoint: name,
        codes: codesFrom(file, describe(node)),
      }))
    })
  })
}

/** Files that create a refusal with a code: messages of invalid fields and replies with a cart are not meant. */
export const findRefusingFiles = (root: string): string[] =>
  sourcesOf(root).filter(
    (file) =>
      /^src\/(server|plugins)\//.test(file) &&
      !/^src\/server\/platform\/kernel\/|\.test-support\.ts$/.test(file) &&
      /(?<![.\w])(notFound|rejected)\(|new ShopError\(/.test(readFileSync(join(root, file), 'utf8')),
  )

const sourcesOf = (root: string) =>
  globSync('src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$/.test(file))
    .sort()

function readModule(root: string, file: string): Module {
  const text = readFileSync(join(root, file), 'utf8')
  const { module, program } = parseSync(file, text)
  const imports = new Map<string, Import>()
  for (const { moduleRequest, entries } of module.staticImports) {
    const target = targetOf(root, file, moduleRequest.value)
    if (target)
      for (const { importName, localName } of entries)
        imports.set(localName.value, { file: target, name: importName.name ?? '*' })
  }
  const declarations = new Map<string, Declaration>()
  for (const [name, node] of declaredIn(program.body as unknown as Node[]))
    declarations.set(name, describe(node))
  return { declarations, imports }
}

function targetOf(root: string, file: string, specifier: string): string | undefined {
  const target = specifier.startsWith('#')
    ? join('src', specifier.slice(1))
    : specifier.startsWith('.')
      ? join(file, '..', specifier)
      : undefined
  return target?.endsWith('.ts') && existsSync(resolve(root, target)) ? target : undefined
}

/** Functions and constants of a module, by name. */
const declaredIn = (body: Node[]): [string, Node][] =>
  body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? (node.declaration as Node | null) : node))
    .filter((node) => node !== null)
    .flatMap((node): [string, Node][] => {
      if (node.type === 'FunctionDeclaration') return [[nameOf(node.id), node]]
      if (node.type !== 'VariableDeclaration') return []
      return (node.declarations as Node[])
        .filter(({ id }) => (id as Node).type === 'Identifier')
        .map((each) => [nameOf(each.id), each])
    })

/** The objects typed `Handlers<typeof table>`, each handler with its function. */
const handlerTables = (file: string, text: string) =>
  declaredIn(parseSync(file, text).program.body as unknown as Node[]).flatMap(([, { id, init }]) => {
    const { typeAnnotation } = (id ?? {}) as { typeAnnotation?: Node }
    const written = typeAnnotation ? text.slice(typeAnnotation.start, typeAnnotation.end) : ''
    const table = /^: Handlers<(?:(?:Omit|Pick)<)?typeof (\w+)\b/.exec(written)?.[1]
    if (!table) return []
    return [{ table, handlers: handlersOf(init as Node) }]
  })

/** The handlers of a call of `defineGroup`, with the table named beside them; `trackPurchaseGroup` brings its own handler. */
function inlineTables(file: string, text: string) {
  const tables: ReturnType<typeof handlerTables> = []
  for (const node of parseSync(file, text).program.body as unknown as Node[])
    walk(node, (each) => {
      const callee = each.type === 'CallExpression' ? nameOf(each.callee) : ''
      if (callee === 'resourceHandlers') tables.push(resourceTable(each))
      if (callee !== 'defineGroup' && callee !== 'defineAdminGroup' && callee !== 'trackPurchaseGroup') return
      const options = (each.arguments as Node[]).at(-1)
      const propertyOf = (name: string) =>
        (options?.properties as Node[] | undefined)?.find(({ key }) => nameOf(key) === name)?.value as
          | Node
          | undefined
      const [table, handlers] = [propertyOf('endpoints'), propertyOf('handlers')]
      if (table?.type === 'Identifier' && handlers?.type === 'ObjectExpression')
        tables.push({ table: nameOf(table), handlers: handlersOf(handlers) })
      if (table?.type === 'Identifier' && callee === 'trackPurchaseGroup')
        tables.push({ table: nameOf(table), handlers: [{ name: 'trackPurchase', node: each }] })
    })
  return tables
}

/** The functions of a resource by endpoint. What `resourceHandlers` adds is reached through its own name. */
function resourceTable({ arguments: args, callee }: Node) {
  const [table, rules] = args as Node[]
  const own = ((rules?.properties ?? []) as Node[]).map((node) => ({
    name: nameOf(node.key),
    node: node.value as Node,
  }))
  const handlers = own.flatMap(({ name, node }) => {
    if (name === 'update' || name === 'remove')
      return [{ name, node: { ...node, type: 'Both', callee, own: node } }]
    return name === 'list' || name === 'create'
      ? [{ name, node }]
      : name === 'read'
        ? [{ name: 'get', node }]
        : []
  })
  return { table: nameOf(table), handlers }
}

const handlersOf = (object: Node) =>
  (object.properties as Node[]).map((node) => ({ name: nameOf(node.key), node: node.value as Node }))

function describe(node: Node): Declaration {
  const names = new Set<string>()
  const codes = new Set<string>()
  const opened: Opened[] = []
  const destructured = new Set<unknown>()
  walk(node, (each, key) => {
    if (each.type === 'Identifier' && key !== 'property' && key !== 'key') names.add(nameOf(each))
    const taken = destructuredImport(each)
    if (taken) {
      destructured.add(taken.expression)
      opened.push(taken.opened)
    }
    if (each.type === 'ImportExpression' && isText(each.source) && !destructured.has(each))
      opened.push({ specifier: each.source.value, names: ['*'] })
    for (const code of codesOf(each)) codes.add(code)
  })
  return { names, codes, opened }
}

/** `const { a, b } = await import('./file.ts')` */
function destructuredImport({ type, id, init }: Node): { expression: unknown; opened: Opened } | undefined {
  const expression = (init as Node | null | undefined)?.argument as Node | undefined
  const pattern = id as Node | undefined
  if (type !== 'VariableDeclarator' || expression?.type !== 'ImportExpression') return undefined
  if (pattern?.type !== 'ObjectPattern' || !isText(expression.source)) return undefined
  const names = (pattern.properties as Node[]).map(({ key }) => nameOf(key) || '*')
  return { expression, opened: { specifier: expression.source.value, names } }
}

/** Where a code is in a refusal: `rejected(code, …)`, `new ShopError(status, code, …)`, `{ code, message }`. */
function codesOf(node: Node): string[] {
  const args = (node.arguments ?? []) as Node[]
  const callee = nameOf(node.callee)
  if (node.type === 'CallExpression' && /^rejected(Cart)?$/.test(callee)) return textIn(args[0])
  if (node.type === 'NewExpression' && callee === 'ShopError') return textIn(args[1])
  if (node.type === 'Property' && nameOf(node.key) === 'code') return textIn(node.value as Node)
  return []
}

/** Codes are in capitals, three or more; other things, such as payment methods and countries, have codes too. */
const textIn = (node: Node | undefined): string[] =>
  isText(node) && /^[A-Z][A-Z_]{2,}$/.test(node.value) ? [node.value] : []

const isText = (node: unknown): node is Node & { value: string } =>
  (node as Node | undefined)?.type === 'Literal' && typeof (node as Node).value === 'string'

const nameOf = (node: unknown): string => String((node as { name?: unknown } | null | undefined)?.name ?? '')

/** Visits a node and all below it but types, each with its key in its parent. */
function walk(node: Node, visit: (node: Node, key: string) => void, key = '') {
  visit(node, key)
  for (const [name, value] of Object.entries(node)) {
    // A computed member or key is an expression of its own.
    const at = node.computed === true && (name === 'property' || name === 'key') ? 'computed' : name
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child) && !child.type.startsWith('TSType')) walk(child, visit, at)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
