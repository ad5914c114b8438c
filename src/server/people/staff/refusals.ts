import { notFound, rejected, ShopError } from '#server/platform/kernel/errors.ts'

export const staffNotFound = () => notFound('This member of staff could not be found')

export const linkInvalid = () =>
  new ShopError(401, 'LINK_INVALID', 'This link has expired or was used already. Ask for a new one.')

export const wrongCredentials = () =>
  new ShopError(401, 'INVALID_CREDENTIALS', 'E-mail or password is incorrect')

export const wrongPassword = () => new ShopError(401, 'INVALID_CREDENTIALS', 'The password is incorrect')

export const noSecondFactor = () =>
  new ShopError(401, 'NO_SECOND_FACTOR', 'Sign in by a one-time link first, and set up an authenticator app.')

export const codeRequired = () =>
  new ShopError(401, 'CODE_REQUIRED', 'Enter the code of your authenticator app')

export const wrongCode = () =>
  new ShopError(401, 'CODE_INVALID', 'This code is not right. Wait for the next one and try again.')

export const proofRequired = () =>
  new ShopError(401, 'PROOF_REQUIRED', 'Please confirm that it is you, or sign in again')

export const staffExists = (email: string) =>
  rejected('STAFF_EXISTS', `${email} is a member of staff already`)

export const ownRole = () => rejected('OWN_ROLE', 'You cannot change your own role or block yourself')

export const lastOwner = () => rejected('LAST_OWNER', 'The shop needs at least one owner')

export const roleAboveOwn = () => rejected('ROLE_ABOVE_OWN', 'This role may do more than your own')

export const roleBuiltIn = (name: string) =>
  rejected('ROLE_BUILT_IN', `${name} is built in. Add a role of your own and give that instead.`)

/** With the members of staff who have it. */
export const roleInUse = (name: string, staff: { count: number; names: readonly string[] }) =>
  rejected(
    'IN_USE',
    `${staff.names.join(', ')}${staff.count > staff.names.length ? ` and ${staff.count - staff.names.length} more` : ''} ${staff.count === 1 ? 'has' : 'have'} the role ${name}. Give them another one first.`,
    { data: staff },
  )

export const apiKeyNotFound = () => notFound('API key not found')

export const apiKeyAboveOwn = () =>
  rejected('ROLE_ABOVE_OWN', 'An API key cannot do more than you may do yourself')

export const apiKeyLimit = (most: number) =>
  rejected('API_KEY_LIMIT', `There are ${most} API keys already. Revoke one first.`)

export const staffInactive = () => rejected('STAFF_INACTIVE', 'This member of staff is blocked')
