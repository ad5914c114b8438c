import { expect, test } from 'vitest'
import { runFaults } from './run-faults.ts'

const numberIn = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

/** A slice of `npm run faults`, always the same one but for the detectors. Issue C, proof. */
test('shoppers in a storm: nothing that was acknowledged is lost, nothing is doubled, the money agrees', async () => {
  const { faults, figures } = await runFaults(7, {
    checkouts: numberIn('FAULTS_CHECKOUTS', 16),
    appKills: numberIn('FAULTS_APP_KILLS', 2),
    databaseKills: numberIn('FAULTS_DATABASE_KILLS', 1),
  })

  expect(faults).toEqual([])
  expect(Object.fromEntries(figures)['Orders placed in the end']).not.toBe('0')
}, 180_000)
