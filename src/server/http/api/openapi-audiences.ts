import { isForKeys } from '#contract/admin/permissions.ts'
import type { Operation } from '#server/platform/kernel/pipeline.ts'
import { adminReplies } from './openapi-admin-examples.ts'
import { replies } from './openapi-examples.ts'
import type { FailureTexts } from './openapi-failures.ts'

type Endpoint = Operation['endpoint']
type Security = Record<string, string[]>[]

/** Whose calls a document describes, and what they have to know before the first one. */
export type Audience = {
  title: string
  about: string
  /** Address of the document. */
  path: string
  /** Programs call with API keys: the page has their commands. */
  hasKeys: boolean
  has(operation: Operation): boolean
  schemes(storeUrl: string): Record<string, object>
  securityOf(endpoint: Endpoint): Security
  /** Who may call it, in sentences. */
  accessOf(endpoint: Endpoint): string
  failures: FailureTexts
  /** Example replies of several operations, by name. */
  replies: Readonly<Record<string, object>>
}

const hostOnly = (storeUrl: string, name: string) => (storeUrl.startsWith('https:') ? `__Host-${name}` : name)

const isOfBackOffice = ({ path }: Operation) => path.startsWith('/api/admin/')

const envelope = `Every reply is an envelope: \`status\`, \`message\` (a toast, when there is one), \`data\`. Money is an integer in the minor unit
of its currency, times are UTC.`

/** Visitors and customers. Calls that work without a login, and for a customer do more, name both. */
export const shopAudience: Audience = {
  title: 'Vitrine storefront API',
  about: `${envelope}

A visitor needs no login: a cart belongs to the browser by its cookie. A login sets the session's cookie. Calls that change something must come
from the shop's own pages (\`Sec-Fetch-Site\` or \`Origin\`) and have a JSON body. While the store is closed or behind a password, most calls answer 403
\`STORE_LOCKED\`.`,
  path: '/api/openapi.json',
  hasKeys: false,
  has: (operation) => !isOfBackOffice(operation),
  // Decisions §1.5.
  schemes: (storeUrl) => ({
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: hostOnly(storeUrl, 'sid'),
      description: 'The session of a logged-in customer, set by a login. Scripts cannot read it.',
    },
  }),
  securityOf({ access = 'open', checksCredentials }): Security {
    if (access !== 'open') return [{ session: [] }]
    return checksCredentials ? [{ session: [] }, {}] : []
  },
  accessOf({ access = 'open', checksCredentials }) {
    if (access !== 'open') return 'Requires the session of a logged-in customer.'
    return checksCredentials
      ? 'For the customer by the session, for a guest by the token of the order.'
      : 'Open to every visitor.'
  },
  failures: {},
  replies,
}

/**
 * Whether an API key may make the call with its permissions: nothing that belongs to the person who signed in, or to owners alone. What
 * needs a proof of the person is refused beside it, by each call. ADR 0042.
 */
const isOfKeys = ({ notForKeys, permission }: Endpoint) =>
  !notForKeys && (permission === undefined || isForKeys(permission))

/** Programs with an API key, and the back office itself. Calls that begin a session are of a browser, and are left out. */
export const staffAudience: Audience = {
  title: 'Vitrine back office API',
  about: `${envelope}

**Access.** A program sends \`Authorization: Bearer vk_…\` with a key of *Settings, API keys*. A key has permissions, which each call names as
its role in \`security\` and as \`x-permission\`; it acts for the person who created it, as long as they have the permission too. Calls with a
person's session must come from the back office (\`Sec-Fetch-Site\` or \`Origin\`).

**Limits.** 300 calls a minute for a key, then 429 with \`Retry-After\`. Lists have pages of at most 100 rows: \`page\`, \`per_page\`, and in the reply
\`last_page\` and \`total\`. Calls for many records say how many they take. A JSON body has at most 256 KB, that of a product 4 MB, a picture 25 MB.

**Conflicts.** A record that several people edit has a \`version\`. A change sends the one that it has read; when another one was faster, the
answer is 409 \`STALE_RECORD\` and nothing has changed: read again, and decide again.

**Compatibility.** Within a major version paths, fields and codes stay. New fields, calls and codes may come: ignore what you do not know.`,
  path: '/api/admin/openapi.json',
  hasKeys: true,
  has: (operation) => isOfBackOffice(operation) && operation.endpoint.access === 'staff',
  schemes: (storeUrl) => ({
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'A key of *Settings, API keys*, with at least the permission that the call names.',
    },
    staffSession: {
      type: 'apiKey',
      in: 'cookie',
      name: hostOnly(storeUrl, 'admin_sid'),
      description: 'The session of a member of staff in the back office. Scripts cannot read it.',
    },
  }),
  securityOf(endpoint): Security {
    const roles = endpoint.permission ? [endpoint.permission] : []
    return [...(isOfKeys(endpoint) ? [{ apiKey: roles }] : []), { staffSession: roles }]
  },
  accessOf(endpoint) {
    const { permission, credentialRefusals = [], file, input } = endpoint
    const needsProof = credentialRefusals.includes('PROOF_REQUIRED')
    return [
      permission ? `Permission \`${permission}\`.` : 'For every member of staff.',
      !isOfKeys(endpoint) && 'Only with the session of a person, never with a key.',
      // What `requireProofForExport` and `requireRecentProof` do.
      needsProof &&
        isOfKeys(endpoint) &&
        (file
          ? 'A session needs a proof of the person within the last 30 minutes, a key does not.'
          : 'What needs a proof of the person within the last 30 minutes is refused for a key (403).'),
      Object.hasOwn(input.shape, 'version') &&
        'Send the `version` that you have read; another one is refused with 409 `STALE_RECORD`, and nothing changes.',
      Object.hasOwn(input.shape, 'per_page') &&
        'A page of the list: go on until `current_page` is `last_page`.',
    ]
      .filter(Boolean)
      .join(' ')
  },
  failures: {
    401: {
      description: 'Not signed in, or the key is unknown, revoked or expired',
      code: 'UNAUTHENTICATED',
      message: 'Please sign in first',
    },
    403: {
      description:
        'The role or the key does not allow this, or the request of a session came from another site',
      code: 'FORBIDDEN',
      message: 'This API key does not allow this',
    },
    404: {
      description: 'Unknown; of a plugin, also while it is not active',
      code: 'NOT_FOUND',
      message: 'Not found',
    },
    409: {
      description: 'Refused by a rule of the shop, or changed in the meantime',
      code: 'STALE_RECORD',
      message: 'This has changed in the meantime',
    },
  },
  replies: adminReplies,
}
