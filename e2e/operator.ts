import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cleanEnvironment, project } from '#harness/run-shop.ts'

/** Runs `vitrine …` beside the running shop, as an operator does. @throws when the command fails. */
export async function vitrine(...args: string[]) {
  const env = { ...cleanEnvironment(), DATA_DIR: process.env.SHOP_DATA_DIR ?? '' }
  await promisify(execFile)(process.execPath, ['src/cli/vitrine.ts', ...args], { cwd: project, env })
}

export const operate = (...args: string[]) => vitrine('order', ...args)

/** Ships an order and marks it as delivered. */
export async function deliver(orderNo: string) {
  const waybill = `BB-${orderNo}`
  await operate('ship', orderNo, '--courier', 'Bluebird', '--waybill', waybill)
  await operate('deliver', waybill)
}
