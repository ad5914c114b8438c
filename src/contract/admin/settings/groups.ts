/** The groups of the shop's settings, each a form of the back office. Without zod: the navigation needs the names alone. */
export const settingGroups = [
  {
    name: 'store',
    screen: 'settings',
    title: 'Store',
    help: 'Name and address of the business, as invoices, mails and the footer show them.',
  },
  { name: 'care', screen: 'settings', title: 'Customer care', help: 'How shoppers reach you.' },
  {
    name: 'checkout',
    screen: 'settings',
    title: 'Checkout and orders',
    help: 'What shoppers may and must do.',
  },
  {
    name: 'sign-in',
    screen: 'settings',
    title: 'Sign-in',
    help: 'How shoppers sign in. At least one of code and password must be on.',
  },
  { name: 'listing', screen: 'settings', title: 'Catalogue', help: 'How listings are shown.' },
  {
    name: 'search-engines',
    screen: 'settings',
    title: 'Search engines and sharing',
    help: 'What search engines and social networks show of the shop.',
  },
  {
    name: 'cookies',
    screen: 'settings',
    title: 'Cookies and legal pages',
    help: 'The consent that the shop asks for, and the pages that it links to.',
  },
  { name: 'social', screen: 'settings', title: 'Social networks', help: 'Linked in the footer.' },
  {
    name: 'modes',
    screen: 'modes',
    title: 'Availability',
    help: 'Who sees the shop. Staff who are signed in always see it.',
  },
  {
    name: 'colors',
    screen: 'appearance',
    title: 'Colours',
    help: 'By picker, or as text: #9a3f1f, teal or oklch(50% 0.13 40). The contrast is shown below each colour.',
  },
  {
    name: 'typography',
    screen: 'appearance',
    title: 'Fonts',
    help: 'Fonts of texts and headings. Upload a WOFF2 file to use a font of your own.',
  },
  {
    name: 'layout',
    screen: 'appearance',
    title: 'Layout and background',
    help: 'Width, corners and background of all pages.',
  },
  {
    name: 'branding',
    screen: 'appearance',
    title: 'Logo and icons',
    help: 'The logo and the icon of browser tabs.',
  },
  { name: 'notice', screen: 'appearance', title: 'Notice bar', help: 'A line above every page.' },
  {
    name: 'mail-look',
    screen: 'appearance',
    title: 'E-mails',
    help: 'E-mails have the colours of the theme. Their texts are under Settings, E-mails.',
  },
  {
    name: 'document-look',
    screen: 'appearance',
    title: 'Invoices and slips',
    help: 'Invoices and credit notes that are issued after the publication have the look; those before stay as they were issued.',
  },
  {
    name: 'css',
    screen: 'appearance',
    title: 'Custom CSS',
    help: 'Added after the theme. Files of other sites cannot be loaded.',
  },
] as const

export type SettingGroup = (typeof settingGroups)[number]['name']

export const settingGroupNames = settingGroups.map(({ name }) => name)
