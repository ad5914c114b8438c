/** A page of the account area. Spec §3, account state. */
export type AccountItem = {
  menu: string
  path: string
  /** Name of an icon in the shop's icon set. */
  icon: string
  description: string
  active: boolean
  show_in_dashboard: boolean
  /** Also in the menu of the header, which has room for few. Not in the spec. */
  show_in_header?: boolean
}

/** An item that a plugin adds: to a group of its title, made when there is none, after another item or at the end. */
export type AccountAddition = { group: string; after?: string; item: AccountItem }
