import pg from 'pg'
import { connectionConfig } from '#server/platform/db/open.ts'
import type { TestServer } from './database-server.ts'

/** Runs `work` on a connection that may create and drop databases. */
export async function asAdmin<Result>(
  { admin }: Pick<TestServer, 'admin'>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connectionConfig(admin))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Copies a database, as files: 0.6 to 0.7 of the processor time of a copy by the log. PostgreSQL refuses while any connection to the template is open. */
export async function copyDatabase(
  client: pg.Client,
  server: TestServer,
  template: string,
  copy: string,
): Promise<void> {
  const owner = server.owner ? ` owner ${server.owner}` : ''
  await client.query(`create database ${copy} template ${template} strategy file_copy${owner}`)
}
