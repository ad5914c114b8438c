import { expect, test } from 'vitest'
import { runFaults } from './run-faults.ts'

const numberFrom = (name: string, fallback: number) => Number(process.env[name] ?? fallback)

/** A short `npm run faults` with a fixed seed; the detectors override its size. Issue C, proof. */
test('no acknowledged order is lost or duplicated and the payments match while processes and services fail', async () => {
  const { faults, figures, log } = await runFaults(7, {
    checkouts: numberFrom('FAULTS_CHECKOUTS', 16),
    appKills: numberFrom('FAULTS_APP_KILLS', 2),
    databaseKills: numberFrom('FAULTS_DATABASE_KILLS', 1),
  })

  expect(faults, faults.length > 0 ? `The end of the shop's log:\n${log.slice(-6_000)}` : '').toEqual([])
  expect(Object.fromEntries(figures)['Orders placed in the end']).not.toBe('0')
}, 400_000)
