import type { DataProvider } from 'ra-core'
import { type Answer, api } from './api.ts'

type List = { data: readonly { id: number }[]; total: number; [name: string]: unknown }
type Source = { list: (input: never, signal?: AbortSignal) => Promise<Answer<List>> }

/** Translates ra-core's lists into calls of the contract. Records and writes go through `api`, which the contract types. */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  async getList(resource, { pagination, sort, filter, signal }) {
    const input = {
      page: pagination?.page,
      per_page: pagination?.perPage,
      sort: sort?.field,
      order: sort?.order.toLowerCase(),
      ...filter,
    }
    const { data: page } = await sourceOf(resource).list(input as never, signal)
    const { data, total, ...meta } = page
    return { data: data as never, total, meta }
  },
  getOne: unsupported,
  getMany: unsupported,
  getManyReference: unsupported,
  create: unsupported,
  update: unsupported,
  updateMany: unsupported,
  delete: unsupported,
  deleteMany: unsupported,
}

/** `orders` is the group `adminOrders`, `tax-classes` the group `adminTaxClasses`. */
function sourceOf(resource: string): Source {
  const group = `admin-${resource}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const source = (api as unknown as Record<string, Source>)[group]
  if (!source) throw new Error(`Unknown resource: ${resource}`)
  return source
}

async function unsupported(): Promise<never> {
  throw new Error('Records and writes go through the typed client')
}
