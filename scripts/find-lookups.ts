import { parseSync, Visitor } from 'vite'

/** `table[name]` or `name in table`, in which the name could be that of a member of every object. */
export type Lookup = { text: string; line: number; start: number; end: number; table: string; name: string }

type Node = { type: string; start: number; end: number }

/**
 * The look-ups of a file that find `constructor` and `__proto__` too: reads of a constant whose type allows any name (`Record<string, …>`),
 * and the operator `in` with a name that is not written there. A table that the file asks with `Object.hasOwn` is checked. ADR 0008.
 */
export function findLookups(file: string, text: string): Lookup[] {
  const { program } = parseSync(file, text)
  const source = ({ start, end }: Node) => text.slice(start, end)
  const tables = new Set<string>()
  const written = new Set<number>()
  const found: Lookup[] = []
  const add = (node: Node, table: Node, name: Node) => {
    if (text.includes(`Object.hasOwn(${source(table)},`)) return
    const line = text.slice(0, node.start).split('\n').length
    found.push({
      text: source(node),
      line,
      start: node.start,
      end: node.end,
      table: source(table),
      name: source(name),
    })
  }
  const declarations = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !id.typeAnnotation || init?.type !== 'ObjectExpression') return
      if (
        init.properties.length > 0 &&
        /^:\s*(?:Readonly<|Partial<)*Record<\s*string\b/.test(source(id.typeAnnotation))
      )
        tables.add(id.name)
    },
    AssignmentExpression({ left }) {
      written.add(left.start)
    },
    UnaryExpression({ operator, argument }) {
      if (operator === 'delete') written.add(argument.start)
    },
  })
  const lookups = new Visitor({
    MemberExpression(node) {
      if (!node.computed || node.object.type !== 'Identifier' || !tables.has(node.object.name)) return
      if (node.property.type !== 'Literal' && !written.has(node.start)) add(node, node.object, node.property)
    },
    BinaryExpression(node) {
      if (node.operator === 'in' && node.left.type !== 'Literal') add(node, node.right, node.left)
    },
  })
  declarations.visit(program)
  lookups.visit(program)
  return found
}
