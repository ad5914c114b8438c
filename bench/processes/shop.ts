import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { type PluginsChoice, switchPlugins } from '#harness/switch-plugins.ts'
import { openShop, type Shop } from '#main.ts'
import { changeProducts } from '#server/catalog/products/editing/change-products.ts'
import { createPreviewToken } from '#server/content/pages/preview-token.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { recordStatements } from '../writes/record-statements.ts'
import { answerParent } from './answer-parent.ts'

export type ShopOptions = {
  dataDir: string
  /** Of a server that runs by itself, and the secrets that its shops share. */
  environment?: Record<string, string>
  pageCache?: boolean
  editorOrigin?: string
  /** Every installed plugin active, or none; undefined: as the data folder has them. */
  plugins?: PluginsChoice | undefined
}

let shop: Shop | undefined
let restorePlugins: (() => Promise<void>) | undefined
let recording: ReturnType<typeof recordStatements> | undefined

const answers = {
  /** The shop as `npm start` runs it, but for what it does beside answering, on a free port. */
  async open({ dataDir, environment = {}, pageCache = true, editorOrigin = '', plugins }: ShopOptions) {
    const variables = { ...environment, DATA_DIR: dataDir, EDITOR_ORIGIN: editorOrigin }
    const config = readConfig({ ...variables, HOST: '127.0.0.1' }, dataDir, [])
    shop = await openShop({
      config,
      log: pino({ level: 'warn' }, pino.destination(2)),
      pageCache,
      callLimits: false,
    })
    if (plugins) {
      const { db, changes } = shop.services
      restorePlugins = await switchPlugins(db, plugins)
      await changes.catchUp()
    }
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    return { port: (shop.app.server.address() as AddressInfo).port }
  },

  /** A token for the draft of a page. */
  async previewToken({ slug }: { slug: string }) {
    const { db, config } = need(shop).services
    const page = await db.selectFrom('pages').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
    return createPreviewToken(config, page.id)
  },

  /** Runs the job of a stored change of many products in this process. */
  changeProducts: ({ id }: { id: number }) => changeProducts(need(shop).services, id),

  /** Makes the first sizes of all pictures, so that a shop which starts later finds them; resident bytes before and after. */
  async makePictures() {
    const { services, variants } = need(shop)
    const images = await services.db.selectFrom('images').select('path').execute()
    const before = process.memoryUsage.rss()
    await variants.warm(images.map(({ path }) => path))
    return { before, after: process.memoryUsage.rss() }
  },

  /** Notes each statement that goes to the database until `statements` is requested. */
  record() {
    recording = recordStatements()
  },

  statements: () => recording?.stop() ?? [],

  async stop() {
    await restorePlugins?.()
    await shop?.close()
  },
}

export type BenchShop = typeof answers

function need<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The shop is not open')
  return value
}

answerParent(answers)
