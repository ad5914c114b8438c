import type { Connection } from '#server/platform/db/open.ts'

/** The database server that `global-setup.ts` provides to the test files. */
export type TestServer = {
  /** Connects as a user who may create databases. */
  admin: Connection
  /** Connects as the shop's role. */
  app: Connection
  /** The role that owns the databases; undefined when it is the admin's. */
  owner?: string
  /** Prefix of the names of this run's databases. */
  prefix: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** The same server and user, another database. */
export function inDatabase(connection: Connection, database: string): Connection {
  if ('config' in connection) return { config: { ...connection.config, database } }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

export const templateName = ({ prefix }: TestServer) => `${prefix}_template`
