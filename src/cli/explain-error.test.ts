import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { explainError } from './explain-error.ts'

test('a socket of the database that is not there is a lost connection, not a missing file', async () => {
  const thrown = await new Promise((resolve) => connect('/no-folder/.s.PGSQL.5432').on('error', resolve))
  expect(thrown).toMatchObject({ code: 'ENOENT', syscall: 'connect' })

  expect(explainError(thrown)).toMatch(/^The connection to the database was lost \(ENOENT\)/)
})
