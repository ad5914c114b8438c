/** A table whose rows pages show to everyone, from the cache: which tags its writers note, and columns that no page shows. */
type PageTable = { tags: RegExp; hidden?: readonly string[] }

const catalog = { tags: /^(listing|catalog|(product|category|collection):\d+)$/ }
const shop = { tags: /^(storefront|settings)$/ }
const content = { tags: /^(page|template|menu|slider)s?(:.+)?$/ }
const blog = { tags: /^blog$/ }
const faq = { tags: /^faqs?(:.+)?$/ }
const forms = { tags: /^(forms|storefront)$/ }

export const pageTables: Readonly<Record<string, PageTable>> = {
  ...of(shop, ['countries', 'states', 'address_fields', 'channels', 'settings', 'storefronts', 'pincodes']),
  ...of(shop, ['shipping_methods', 'shipping_rates', 'payment_methods', 'tax_rates']),
  ...of(catalog, ['images', 'brands', 'categories', 'collections', 'labels', 'tags', 'attributes']),
  ...of(catalog, ['attribute_values', 'products', 'variation_options', 'product_attributes']),
  // The view `shown_prices` has the same before a job follows the price of lists.
  prices: { ...catalog, hidden: ['list_price', 'since', 'lowest_before'] },
  price_lists: { ...catalog, hidden: ['name'] },
  price_list_items: catalog,
  ...of(catalog, [
    'product_tags',
    'product_labels',
    'collection_products',
    'related_products',
    'product_images',
  ]),
  // Pages show stock only when it is low: `stockTable` below. They never show costs.
  variations: { ...catalog, hidden: ['stock', 'other_stock', 'cost'] },
  ...of(content, ['templates', 'sections', 'menus', 'menu_items', 'sliders', 'slides']),
  ...of({ tags: /^storefront$/ }, ['custom_fields', 'custom_field_choices']),
  // Cards show the badge of a promotion; how much it was used is for staff.
  promotions: { tags: /^storefront$/, hidden: ['used_count', 'spent'] },
  product_declarations: catalog,
  economic_operators: { tags: /^economic-operator:\d+$/ },
  videos: { tags: /^videos$/, hidden: ['name'] },
  // Each is remembered under its own tag.
  pages: { ...content, tags: /^page:/, hidden: ['revision'] },
  redirects: { tags: /^redirects$/, hidden: ['hits', 'last_hit_at'] },
  plugins: { tags: /^plugins$/ },
  ...of({ tags: /^search$/ }, ['search_synonyms', 'search_rules', 'search_pins']),
  ...of(blog, ['blog_authors', 'blog_categories', 'blog_tags', 'blog_posts', 'blog_post_tags']),
  ...of(blog, ['blog_post_products', 'blog_post_related']),
  ...of(faq, ['faqs', 'faq_groups', 'faq_items']),
  ...of(forms, ['forms']),
  ...of({ tags: /^(gallery|product):\d+$/ }, ['galleries', 'gallery_pictures']),
  ...of({ tags: /^review-list:\d+$/ }, ['reviews', 'review_photos']),
}

/** Stock up to this number is shown as a number. */
export const SHOWN_STOCK = 5

/** Tables of visitors, orders, jobs and the back office: no cached page shows them. */
export const otherTables: readonly string[] = [
  ...['customers', 'customer_tags', 'customer_groups', 'customer_group_members', 'customer_segments'],
  ...['sessions', 'access_logs', 'otp_challenges', 'password_resets', 'rate_limits', 'passkeys'],
  ...[
    'staff_passkeys',
    'passkey_challenges',
    'addresses',
    'wishlist_items',
    'wishlist_price_notices',
    'mail_refusals',
  ],
  ...[
    'carts',
    'cart_items',
    'cart_addresses',
    'coupons',
    'coupon_products',
    'coupon_categories',
    'coupon_uses',
    'cart_values',
    'value_accounts',
    'value_entries',
    'gift_card_deliveries',
    'gift_card_pages',
    'gift_card_sales',
    'gift_cards',
    'abandoned_carts',
    'promotion_uses',
    'promotion_versions',
  ],
  ...['orders', 'order_items', 'order_events', 'order_ratings', 'order_cancellations', 'idempotency_keys'],
  ...['stock_holds', 'payments', 'payment_refunds', 'webhook_events', 'test_gateway_payments'],
  ...['test_gateway_refunds', 'refunds', 'refund_items', 'refund_photos', 'invoice_numbers', 'invoices'],
  ...['credit_note_numbers', 'credit_notes', 'shipments', 'shipment_items', 'shipment_scans'],
  ...['tracked_purchases', 'customisation_images', 'form_submissions', 'form_files', 'posted_forms'],
  ...[
    'mode_subscriptions',
    'consent_records',
    'appearance_drafts',
    'appearance_versions',
    'page_drafts',
    'page_editors',
    'page_versions',
    'outbox',
    'change_log',
  ],
  ...['change_log_state', 'job_schedules', 'job_processes', 'job_records', 'secret_fingerprints'],
  ...['stock_notices', 'stock_returns', 'email_subscriptions', 'review_votes', 'review_requests'],
  ...['staff', 'staff_roles', 'staff_sessions', 'staff_login_links', 'audit_log', 'order_notes', 'api_keys'],
  ...['customer_notes', 'mail_texts', 'audit_chain', 'audit_chain_start'],
  ...[
    'cart_days',
    'hidden_setup_steps',
    'home_layouts',
    'missed_searches',
    'first_orders',
    'report_months',
    'report_sums',
    'report_marks',
  ],
  ...['order_pickups', 'stock_locations', 'stock_levels', 'stock_transfers', 'stock_transfer_items'],
  'cdn_purges',
  ...[
    'collection_refresh',
    'price_history',
    'stock_changes',
    'product_batches',
    'product_batch_items',
    'product_imports',
    'product_import_items',
  ],
  ...[
    'demo_courier_pause',
    'courier_bookings',
    'order_batches',
    'order_views',
    'order_tags',
    'order_assignees',
    'order_discounts',
    'order_changes',
    'order_mentions',
    'order_batch_items',
    'owed_refunds',
    'payout_details',
    'video_uploads',
    'seeded_records',
    'service_keys',
    'demo_removals',
  ],
  // Fonts, named by their content: a page shows one after the storefront names it.
  'font_files',
]

function of(table: PageTable, names: readonly string[]): Record<string, PageTable> {
  return Object.fromEntries(names.map((name) => [name, table]))
}
