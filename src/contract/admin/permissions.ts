import { keyOf } from '#contract/rules/own-value.ts'

/** What staff may do, by endpoint. An endpoint of the back office names one of these. */
export const permissions = [
  'home.read',
  'reports.read',
  'orders.read',
  'orders.write',
  'catalog.read',
  'catalog.write',
  'content.read',
  'content.write',
  'content.publish',
  'customers.read',
  'customers.write',
  'marketing.read',
  'marketing.write',
  'settings.read',
  'settings.write',
  'plugins.write',
  'services.write',
  'staff.manage',
  'audit.read',
] as const
export type Permission = (typeof permissions)[number]

/** What owners alone have until they give it to a role of their own, and never an API key: staff, and keys of any kind. ADR 0042. */
type OwnersPermission = 'staff.manage' | 'services.write'
const isOfOwners = (permission: Permission): permission is OwnersPermission =>
  permission === 'staff.manage' || permission === 'services.write'

export type KeyPermission = Exclude<Permission, OwnersPermission>

/** Whether an API key may be given it. */
export const isForKeys = (permission: Permission): permission is KeyPermission => !isOfOwners(permission)

export const keyPermissions = permissions.filter(isForKeys)

/** What staff read where roles are composed. */
export const permissionLabels: Record<Permission, string> = {
  'home.read': 'See the figures of the home screen',
  'reports.read': 'See the reports: sales, customers, returns and stock',
  'orders.read': 'Look at orders',
  'orders.write': 'Work on orders: pack, ship, cancel, refund, take by phone',
  'catalog.read': 'Look at products and the catalogue',
  'catalog.write': 'Change products and the catalogue',
  'content.read': 'Look at pages, blog and form submissions',
  'content.write': 'Write pages and blog posts, answer submissions',
  'content.publish': 'Publish pages',
  'customers.read': 'Look at customers',
  'customers.write': 'Change, block, export and erase customers',
  'marketing.read': 'Look at promotions, coupons and campaigns',
  'marketing.write': 'Change promotions, coupons and campaigns',
  'settings.read': 'Look at settings',
  'settings.write': 'Change settings, payment, taxes and delivery',
  'plugins.write': 'Switch plugins on and off and configure them',
  'services.write': 'Enter the keys of payment, mail and SMS services',
  'staff.manage': 'Manage staff and roles',
  'audit.read': 'Read the audit log',
}

const reading = permissions.filter((permission) => permission.endsWith('.read'))

/** The roles that every shop has. Owners have every permission, also of endpoints that are added later. */
export const builtInRoles = {
  owner: permissions,
  manager: keyPermissions,
  editor: ['home.read', 'catalog.read', 'content.read', 'content.write', 'content.publish'],
  fulfilment: ['orders.read', 'orders.write'],
  viewer: reading,
} as const satisfies Record<string, readonly Permission[]>
export type BuiltInRole = keyof typeof builtInRoles

/** The permissions of a role: of a built-in one from the code, of a composed one as stored, without unknown names. */
export function permissionsOf(role: string, stored: readonly string[] = []): readonly Permission[] {
  const builtIn = keyOf(builtInRoles, role)
  if (builtIn) return builtInRoles[builtIn]
  return permissions.filter((permission) => stored.includes(permission))
}

/** With the right to look at what may be changed: a screen is of no use without. In the order of the list. */
export function withReading(chosen: readonly Permission[]): Permission[] {
  const needed = new Set<string>(chosen)
  for (const permission of chosen) needed.add(`${permission.split('.')[0]}.read`)
  if (needed.has('plugins.write')) needed.add('settings.read')
  return permissions.filter((permission) => needed.has(permission))
}
