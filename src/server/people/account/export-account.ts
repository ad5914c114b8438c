import type { AccountExport } from '#contract/account.ts'
import type { Db, Visitor } from '#server/platform/kernel/context.ts'
import type { PluginRegistry } from '#server/platform/kernel/plugin.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import { noteAccess } from '../auth/note-access.ts'
import { readAccount } from '../customers/read-account.ts'
import { personalData, pluginPersonalData } from './personal-data.ts'
import { readPerson } from './read-person.ts'
import { requireReauthentication } from './reauthenticate.ts'

/**
 * All of the customer's data as one document. Security §19.
 * @throws 409 REAUTHENTICATE without a recent proof; 429.
 */
export async function exportAccount(
  db: Db,
  customerId: number,
  { visitor, plugins }: { visitor: Visitor; plugins: PluginRegistry },
): Promise<AccountExport> {
  await requireReauthentication(db, visitor, customerId)
  await requireToken(db, `account export ${customerId}`, { most: 10, seconds: 3_600 })
  const data = await collectPersonalData(db, customerId, { plugins, visitor })
  await noteAccess(db, visitor, { event: 'account_exported', customerId })
  return data
}

/** The document itself. @throws 401 when the customer no longer exists. */
export async function collectPersonalData(
  db: Db,
  customerId: number,
  { visitor, plugins }: { visitor: Pick<Visitor, 'sessionId'>; plugins: PluginRegistry },
): Promise<AccountExport> {
  const person = await readPerson(db, customerId)
  const { access_logs: _, ...profile } = await readAccount({ db, plugins }, customerId, visitor.sessionId)
  const ofPlugins = await Promise.all(pluginPersonalData(plugins).map(({ read }) => read?.(db, person)))
  const lists = await Promise.all(personalData.map(({ read }) => read?.(db, person)))
  return Object.assign(
    {
      exported_at: new Date().toISOString(),
      profile,
      addresses: [],
      orders: [],
      reviews: [],
      consents: [],
      access_log: [],
      form_submissions: [],
      stored_value: [],
      custom_fields: [],
      plugins: Object.assign({}, ...ofPlugins) as Record<string, unknown>,
    },
    ...lists,
  )
}
