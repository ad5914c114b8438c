import type { PluginForms } from './plugin.ts'

/**
 * State of a form that was posted without JavaScript, passed to the next page in a short-lived HttpOnly
 * cookie: the entered values except secrets, the errors, and the phone that a code was sent to.
 */
export type PostedForm = {
  /** Which form it was; undefined for the login forms, which have pages of their own. */
  form?: FormName | undefined
  values: Record<string, string>
  errors: Record<string, string>
  message: string | null
  /** Success message for the page after a completed form. */
  notice?: string | undefined
  /** The phone or e-mail address that a code was sent to. */
  sentTo?: string | undefined
  /** The message is to be confirmed: the label of the button that sends the values again. */
  again?: string | undefined
}

/** The state of one form of a page that has several. */
export const postedOf = (posted: PostedForm | null, form: FormName) => (posted?.form === form ? posted : null)

export const postedFormCookie = 'posted_form'

/** The core's forms that work without JavaScript; the server maps each to endpoints. ADR 0026. */
export type CoreFormName =
  | 'accept-prices'
  | 'add-to-cart'
  | 'apply-coupon'
  | 'cancel-order'
  | 'checkout-address'
  | 'choose-gift'
  | 'default-address'
  | 'confirm-withdrawal'
  | 'delete-account'
  | 'payout-details'
  | 'answer-change'
  | 'place-order'
  | 'channel'
  | 'mail-preferences'
  | 'remove-address'
  | 'remove-coupon'
  | 'remove-item'
  | 'return-items'
  | 'save-address'
  | 'sign-out-device'
  | 'sign-out-others'
  | 'track-order'
  | 'update-password'
  | 'update-profile'
  | 'update-quantity'
  | 'withdraw'

/** All forms, those of plugins too. */
export type FormName = CoreFormName | keyof PluginForms

/** The `action` of a form, or the `formAction` of its button. */
export const formAction = (name: FormName) => `/forms/${name}`

/** The `action` of a form for one endpoint with `takesForm`: its path under `/forms` instead of `/api`. ADR 0026. */
export const endpointFormAction = (path: string) => path.replace(/^\/api(?=\/)/, '/forms')

/** The endpoint of such a form, for scripts. */
export const endpointOfForm = (action: string) => action.replace(/^\/forms(?=\/)/, '/api')
