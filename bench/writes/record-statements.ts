import pg from 'pg'

/** A statement as `pg` was given it. */
export type Statement = { name?: string; text: string; values?: unknown[] }

/**
 * Notes every statement that this process sends, by whatever pool, in the order of sending: the query log of the budgets,
 * and what the straight reference sends again.
 */
export function recordStatements() {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function recorded(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args
    statements.push(typeof first === 'string' ? { text: first, values: values as unknown[] } : keep(first))
    return Reflect.apply(query, this, args)
  } as typeof query
  return {
    stop() {
      pg.Client.prototype.query = query
      return statements
    },
  }
}

const keep = (config: unknown): Statement => {
  const { name, text, values } = config as Statement
  return { ...(name === undefined ? {} : { name }), text, ...(values === undefined ? {} : { values }) }
}
