import type { BenchShop, ShopOptions } from './processes/shop.ts'
import { type Child, startProcess } from './processes/start-process.ts'

export type ShopUnderTest = { port: number; origin: string; process: Child<BenchShop> }

/** Runs the shop on the server's core while `work` measures it, and stops it whatever happens. */
export async function withShop<Result>(
  options: ShopOptions,
  work: (shop: ShopUnderTest) => Promise<Result>,
): Promise<Result> {
  const shop = startProcess<BenchShop>('shop.ts', 'server')
  try {
    const { port } = await shop.ask('open', options)
    return await work({ port, origin: `http://127.0.0.1:${port}`, process: shop })
  } finally {
    await shop.stop()
  }
}
