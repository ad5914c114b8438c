import { expect, test } from 'vitest'
import { runFaults } from './run-faults.ts'

/** A slice of `npm run faults`, always the same one. Issue C, proof. */
test('shoppers in a storm: nothing that was acknowledged is lost, nothing is doubled, the money agrees', async () => {
  const { faults, figures } = await runFaults(7, { checkouts: 16, appKills: 2, databaseKills: 1 })

  expect(faults).toEqual([])
  expect(Object.fromEntries(figures)).toMatchObject({ Checkouts: '16' })
}, 120_000)
