import { type Api, createClient } from '#contract/client.ts'
import { routes } from '#contract/routes.ts'

/** The typed client over plain HTTP as an anonymous visitor; calls of plugins are missing. `origin` such as `http://127.0.0.1:4000`. */
export const apiOverHttp = (origin: string): Api =>
  createClient(async ({ method, path, input }) => {
    const url = new URL(path, origin)
    if (method !== 'GET') {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
      const response = await fetch(url, { method, headers, body: JSON.stringify(input) })
      return response.json()
    }
    for (const [name, value] of Object.entries(input))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
    return (await fetch(url)).json()
  }, routes) as Api
