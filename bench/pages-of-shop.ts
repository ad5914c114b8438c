import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { apiOverHttp } from './render/api-over-http.ts'

/** Paths of the pages that the budgets speak of, in whatever shop it is. */
export async function findPages(origin: string) {
  const reply = await apiOverHttp(origin).product.grid({ source: 'best_selling', limit: 1 })
  const product = reply.status === 'success' ? reply.data[0] : undefined
  if (!product) throw new Error('The shop under test has no product to show')
  return { home: '/', listing: '/shop-online', product: `/product/${product.slug}`, cart: '/cart' }
}

/** The path of the newest blog post. */
export async function findPost(origin: string): Promise<string> {
  const reply = await apiOverHttp(origin).blog.list({ perPage: 1 })
  const post = reply.status === 'success' ? reply.data.data[0] : undefined
  if (!post) throw new Error('The shop under test has no blog post to show')
  return `/blogs/${post.slug}`
}

/** Body length of a page in an encoding, as the shop sends it. */
export async function bytesOf(url: string, encoding: string): Promise<number> {
  const { status, body } = await fetchRaw(url, encoding)
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  return body.length
}

/** Fetches the encoded body, which `fetch` would decode. */
export async function fetchRaw(url: string, encoding: string): Promise<{ status: number; body: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>()
  get(url, { headers: { 'accept-encoding': encoding } }, async (response) => {
    resolve({ status: response.statusCode ?? 0, body: await buffer(response) })
  }).on('error', reject)
  return promise
}
