import { icons } from '#ui/icon-names.ts'

/** Icon names of the back office and of Lucide: the shop's and more. After a change: `node scripts/make-icons.ts`. */
export const adminIcons = {
  ...icons,
  activity: 'Activity',
  badge: 'BadgeCheck',
  calendar: 'CalendarClock',
  card: 'CreditCard',
  copy: 'Copy',
  coupon: 'TicketPercent',
  external: 'ExternalLink',
  file: 'FileText',
  folders: 'FolderTree',
  globe: 'Globe',
  grip: 'GripVertical',
  help: 'CircleQuestionMark',
  image: 'Image',
  inbox: 'Inbox',
  layers: 'Layers',
  megaphone: 'Megaphone',
  news: 'Newspaper',
  palette: 'Palette',
  plug: 'Plug',
  receipt: 'Receipt',
  redirect: 'ArrowLeftRight',
  redo: 'Redo2',
  settings: 'Settings',
  shapes: 'Shapes',
  stamp: 'Stamp',
  store: 'Store',
  tag: 'Tag',
  tags: 'Tags',
  tree: 'ListTree',
  upload: 'Upload',
  users: 'Users',
} as const

export type AdminIconName = keyof typeof adminIcons
