import type { Connection } from '#server/db/open.ts'

/** What `global-setup.ts` hands to the test files: a server on which databases may be made. */
export type TestServer = {
  /** Of a user who may create databases. */
  admin: Connection
  /** Of the shop, for the databases it owns. */
  app: Connection
  /** The role that owns them; undefined when it is the admin's own. */
  owner?: string
  /** Begins the name of each database of this test run. */
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
