import type { AdminEndpoints } from '#contract/admin/endpoints.ts'
import { type AdminRoutes, adminRoutes } from '#contract/admin/routes.ts'
import { type Call, createClient } from '#contract/client.ts'
import type { DataOf, ExtraOf, InputOf } from '#contract/endpoints.ts'
import type { Reply } from '#contract/envelope.ts'
import type { PluginAdminEndpoints } from '#contract/plugin.ts'
import { createLoginLink } from '#server/people/staff/login-link.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'
import type { Guest } from './guest.ts'
import type { Shop } from './open-shop.ts'
import { ok } from './reply.ts'

type ApiOf<Groups> = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group]]: (
      input?: InputOf<Groups[Group][Name]>,
    ) => Promise<Reply<DataOf<Groups[Group][Name]>, ExtraOf<Groups[Group][Name]>>>
  }
}
export type AdminApi = ApiOf<Pick<AdminEndpoints, keyof AdminRoutes>> & ApiOf<PluginAdminEndpoints>

/** The typed client of the back office, as this visitor; with the groups of plugins that the shop has installed. */
export function adminApiOf(
  { request }: Pick<Guest, 'request'>,
  plugins: readonly Pick<ServerPlugin, 'groups'>[] = [],
): AdminApi {
  const ofPlugins = plugins.flatMap(({ groups }) => groups.map(({ name, routes }) => [name, routes] as const))
  const client = createClient(
    async ({ method, path, input }: Call) => {
      const isRead = method === 'GET'
      const query = new URLSearchParams(
        Object.entries(input).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)] as [string, string]],
        ),
      )
      const { body } = await request({
        method: method as 'GET',
        url: isRead && query.size > 0 ? `${path}?${query}` : path,
        ...(isRead
          ? {}
          : { payload: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
      })
      return body
    },
    { ...adminRoutes, ...Object.fromEntries(ofPlugins) } as never,
  )
  return client as unknown as AdminApi
}

let made = 0

/** A new member of staff who has no session yet. */
export async function makeStaff(db: Db, role: string) {
  made += 1
  return db
    .insertInto('staff')
    .values({ email: `${role}${made}@shop.example`, name: `${role} ${made}`, role })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}

/** The token of a new one-time link. */
export async function linkToken(shop: Pick<Shop, 'db' | 'services'>, staffId: number): Promise<string> {
  const { url } = await createLoginLink(shop.db, shop.services.config, staffId)
  return new URL(url).searchParams.get('token') ?? ''
}

/** A new member of staff with this role, signed in by link. */
export async function signedInStaff(shop: Shop, role: string) {
  const staff = await makeStaff(shop.db, role)
  const guest = shop.guest()
  const admin = adminApiOf(guest, shop.services.plugins.installed)
  ok(await admin.adminSession.byLink({ token: await linkToken(shop, staff.id) }))
  return {
    ...guest,
    ...staff,
    admin,
    /** Sends a form with a file to an endpoint that takes one. */
    upload: (url: string, file: Blob, { name = 'file', ...texts }: Record<string, string> = {}) =>
      sendForm(guest, url, { ...texts, file: new File([file], name, { type: file.type }) }),
  }
}

/** Sends a form to an endpoint that takes files. */
export async function sendForm(
  { request }: Pick<Guest, 'request'>,
  url: string,
  entries: Record<string, string | File>,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  const encoded = new Response(form)
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    'x-requested-with': 'fetch',
  }
  return request({ method: 'POST', url, payload: Buffer.from(await encoded.arrayBuffer()), headers })
}

/** A program that sends an API key, from another site and without cookies. */
export function withApiKey(shop: Shop, key: string) {
  const guest = shop.guest()
  const program: Guest = {
    ...guest,
    request: ({ headers, ...request }) =>
      guest.request({
        ...request,
        headers: { ...headers, 'sec-fetch-site': 'cross-site', authorization: `Bearer ${key}` },
      }),
  }
  return { ...program, admin: adminApiOf(program, shop.services.plugins.installed) }
}
