import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cleanEnvironment, project } from '../tests/start/run-shop.ts'

/** What the shop's operator does with orders, beside the running shop: `vitrine order …`. @throws when it is refused. */
export async function operate(...words: string[]) {
  const command = ['src/cli/vitrine.ts', 'order', ...words]
  const env = { ...cleanEnvironment(), DATA_DIR: process.env.SHOP_DATA_DIR ?? '' }
  await promisify(execFile)(process.execPath, command, { cwd: project, env })
}

/** Sends an order off and has it arrive. */
export async function deliver(orderNo: string) {
  const waybill = `BB-${orderNo}`
  await operate('ship', orderNo, '--courier', 'Bluebird', '--waybill', waybill)
  await operate('deliver', waybill)
}
