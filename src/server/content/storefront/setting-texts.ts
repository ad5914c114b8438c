import type { SettingGroup } from '#contract/admin/settings/groups.ts'

type Text = { title: string; description?: string; widget?: string; enumLabels?: Record<string, string> }

/** Label, help and widget of each setting in the back office, by group. A test finds a setting without a group. */
export const settingTexts: Readonly<Record<SettingGroup, Readonly<Record<string, Text>>>> = {
  store: {
    store_name: {
      title: 'Name in messages and on documents',
      description: 'Mails, text messages, invoices. The name on pages is under “Search engines and sharing”.',
    },
    store_email: {
      title: 'E-mail',
      description: 'Sender of questions, and address on documents.',
      widget: 'email',
    },
    store_phone: { title: 'Phone' },
    store_address: { title: 'Address', description: 'As it is printed on invoices.', widget: 'textarea' },
    store_country: { title: 'Country' },
    store_state: {
      title: 'State',
      description: 'Decides between taxes within and between states.',
    },
    store_tax_no: {
      title: 'Tax number',
      description: 'Such as the GSTIN, whose check digit and state are checked; printed on invoices.',
    },
    // Set with the channel itself.
    default_channel: { title: 'Default channel', widget: 'hidden' },
    enable_multi_channel: {
      title: 'Several channels',
      description: 'Shoppers choose country and currency in the footer, once a second channel is open.',
    },
  },
  care: {
    enable_customer_care: { title: 'Show customer care' },
    customer_care_email: { title: 'E-mail', widget: 'email' },
    customer_care_phone: { title: 'Phone' },
    customer_care_address: { title: 'Address', widget: 'textarea' },
    google_embed_url: {
      title: 'Map',
      description: 'Address of a Google Maps embed, shown on the contact page.',
      widget: 'url',
    },
  },
  checkout: {
    enable_guest_checkout: { title: 'Checkout without an account' },
    enable_login_at_checkout: { title: 'Offer sign-in at checkout' },
    enable_register_at_checkout: { title: 'Offer an account at checkout' },
    order_email_mandatory: { title: 'E-mail required at checkout' },
    order_sms_mandatory: { title: 'Phone number required at checkout' },
    handling_days: {
      title: 'Days until an order is sent',
      description: 'At most; part of the delivery days. Search engines show it.',
    },
    return_fees: {
      title: 'Who pays for sending items back',
      description: 'Search engines show it.',
      enumLabels: { '': 'Not stated', free: 'The shop', customer: 'The customer' },
    },
    allow_tnc_checkout: {
      title: 'Accept terms at checkout',
      description: 'Shoppers tick a box before they pay.',
    },
    checkout_instruction: {
      title: 'Note at checkout',
      description: 'Shown beside the order.',
      widget: 'textarea',
    },
    cart_expire_days: {
      title: 'Keep carts for (days)',
      description: 'Carts that are not used for this long are emptied.',
    },
    enable_cancel_order: { title: 'Shoppers can cancel orders', description: 'Until they are packed.' },
    enable_refund: { title: 'Shoppers can ask for returns' },
  },
  'sign-in': {
    enable_otp_auth: { title: 'Sign in by code', description: 'A code is sent by SMS or e-mail.' },
    enable_legacy_auth: { title: 'Sign in by password' },
    enable_passkey_auth: {
      title: 'Sign in by passkey',
      description: 'Fingerprint, face or screen lock of the device.',
    },
    enable_customer_register: { title: 'Shoppers can create accounts' },
    account_verification_for: {
      title: 'New accounts verify',
      enumLabels: { none: 'Nothing', phone: 'The phone number', email: 'The e-mail address', both: 'Both' },
    },
  },
  listing: {
    listing_paging: {
      title: 'More products',
      description: 'How listings go on.',
      enumLabels: { '': 'Page numbers', scroll: 'While scrolling' },
    },
  },
  'search-engines': {
    name: {
      title: 'Name on pages',
      description:
        'In the header, the footer and the titles of pages. The name in messages and on documents is under “Store”.',
    },
    meta: {
      title: 'Search engines',
      description: 'Of the home page, and where a page has no texts of its own.',
    },
    social_sharing_image: {
      title: 'Picture for sharing',
      description: 'Shown where a page is shared that has no picture.',
    },
    enable_indexing: { title: 'Search engines may list the shop' },
  },
  cookies: {
    is_cookie_warning_enabled: {
      title: 'Ask for consent',
      description: 'Optional cookies and trackers wait for it.',
    },
    cookie_warning_message: { title: 'Text of the question', widget: 'textarea' },
    show_cookie_manage: {
      title: 'Show “Manage cookies” in the footer',
      description: 'Off: only an icon there, so that visitors can always change their choice.',
    },
    cookies: { title: 'Purposes', description: 'What visitors can allow.' },
    privacy_policy_page: {
      title: 'Privacy policy at checkout',
      description: 'The page that the sign-up and checkout link to.',
      widget: 'page',
    },
    privacypolicy_page: { title: 'Privacy policy', widget: 'page' },
    termsandconditions_page: { title: 'Terms and conditions', widget: 'page' },
  },
  social: {
    facebook: { title: 'Facebook', description: 'Address of your page.', widget: 'url' },
    instagram: { title: 'Instagram', widget: 'url' },
    youtube: { title: 'YouTube', widget: 'url' },
    twitter: { title: 'X (Twitter)', widget: 'url' },
    pinterest: { title: 'Pinterest', widget: 'url' },
    linkedin: { title: 'LinkedIn', widget: 'url' },
  },
  modes: {
    mode: {
      title: 'Mode',
      widget: 'radio',
      enumLabels: {
        Normal: 'Open: everyone sees the shop',
        'Coming Soon': 'Coming soon: visitors see a page with the opening time',
        'Under Maintenance': 'Under maintenance: visitors see a notice',
      },
    },
    special_pages: { title: 'Messages and times' },
    is_password_protection_enabled: {
      title: 'Password for the whole shop',
      description: 'Only visitors with the password see the shop.',
    },
    store_password: {
      title: 'Password',
      description: 'At least 6 characters. It is stored as a hash and never shown.',
      widget: 'secret',
    },
  },
  colors: {
    color_scheme: {
      title: 'Scheme',
      description:
        'Light shows the colours below. Dark shows dark ones made from them, device only where the device is set to dark. A theme that is dark already stays as it is.',
    },
    theme_colors: { title: 'Theme colours', widget: 'color-table' },
    text_colors: { title: 'Text colours', widget: 'color-table' },
  },
  typography: {
    typography: { title: 'Typography' },
    fonts: {
      title: 'Uploaded fonts',
      description: 'They can be chosen for texts and headings.',
      widget: 'font-files',
    },
  },
  layout: {
    page_layout: { title: 'Page layout' },
    radius: { title: 'Rounding of corners', description: 'Such as 0, 8px or 0.5rem.' },
    background: { title: 'Background', description: 'Behind the content.' },
    is_sticky_header_enabled: { title: 'Keep the header visible while scrolling' },
    is_scroll_button_enabled: { title: 'Button back to the top' },
  },
  branding: {
    logo1: { title: 'Logo' },
    favicon: {
      title: 'Icons',
      description: 'Made from one picture of at least 192 × 192 pixels.',
      widget: 'icons',
    },
  },
  notice: {
    is_store_notice_enabled: { title: 'Show the notice' },
    store_notice_message: {
      title: 'Text',
      description: '{free_delivery_from} and {delivery_charge} are the amounts of the channel.',
      widget: 'textarea',
    },
    store_notice_background_color: { title: 'Background', widget: 'color' },
    store_notice_text_color: { title: 'Text colour', widget: 'color' },
    store_notice_is_clearable: { title: 'Visitors can close it' },
    storefront_notice_page_id: {
      title: 'Page',
      description: 'The page that the notice links to.',
      widget: 'page-id',
    },
  },
  'mail-look': { mail_look: { title: 'Look of e-mails' } },
  'document-look': { document_look: { title: 'Look of documents' } },
  css: {
    is_custom_css_enabled: { title: 'Use the CSS' },
    custom_css: { title: 'CSS', description: 'At most 50 KB.', widget: 'code' },
  },
}
