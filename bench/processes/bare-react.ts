import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import type { Api } from '#contract/client.ts'
import { apiOverHttp } from '../render/api-over-http.ts'
import { answerParent } from './answer-parent.ts'

type Entry = { openTree(api: Api, url: string): Promise<() => string> }

const app = Fastify()
let render = () => ''

// The whole server: no data, no head, no headers of ours, no compression.
app.get('/*', (_, reply) => reply.type('text/html; charset=utf-8').send(render()))

const answers = {
  listen: async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    return { port: (app.server.address() as AddressInfo).port }
  },

  /** From now on renders this page of a running shop, its data requested once. Returns the HTML, to be compared. */
  async open({ bundle, shop, path }: { bundle: string; shop: string; path: string }) {
    const { openTree } = (await import(pathToFileURL(bundle).href)) as Entry
    render = await openTree(apiOverHttp(shop), path)
    return render()
  },

  stop: () => app.close(),
}

export type BareReact = typeof answers

answerParent(answers)
