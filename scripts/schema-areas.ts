/**
 * The tables of an area, for `docs/pictures/schema.svg`. Each element of `boxes` is a column of main tables, with what is shown of
 * them beside their keys; `also` are the other tables, by name alone.
 */
export type Area = { title: string; hue: number; boxes: Record<string, string[]>[]; also: string[] }

/** Bands from top to bottom, the areas of each from left to right: four columns together. */
export const bands: Area[][] = [
  [
    {
      title: 'Catalog',
      hue: 150,
      boxes: [
        {
          products: ['slug', 'name', 'tax_class', 'is_published'],
          categories: ['slug', 'name'],
          brands: ['slug', 'name'],
          collections: ['slug', 'rules'],
          collection_products: ['by_rule'],
        },
        {
          variations: ['sku', 'stock', 'is_default'],
          prices: ['selling_price', 'mrp'],
          price_lists: ['starts_at', 'ends_at'],
          price_list_items: ['min_quantity', 'price'],
          stock_levels: ['quantity'],
          stock_changes: ['stock_before', 'stock_after', 'reason'],
          variation_options: [],
          attributes: ['code', 'display'],
          attribute_values: ['value', 'label'],
        },
      ],
      also: `product_attributes product_images product_labels product_tags labels tags related_products search_pins search_rules
        search_synonyms missed_searches customisation_images price_history product_batches product_batch_items product_imports product_import_items
        collection_refresh custom_fields custom_field_choices economic_operators product_declarations stock_locations stock_transfers stock_transfer_items`.split(
        /\s+/,
      ),
    },
    {
      title: 'Cart',
      hue: 45,
      boxes: [
        {
          carts: ['version', 'session_id', 'coupon_code', 'expires_at'],
          cart_items: ['quantity', 'unit_price'],
          cart_addresses: ['address_type', 'postcode'],
          stock_holds: ['quantity'],
          coupons: ['code', 'type', 'value', 'used_count'],
          coupon_uses: [],
          promotions: ['code', 'rules', 'used_count', 'spent'],
          promotion_uses: ['amount'],
        },
      ],
      also: [
        'coupon_categories',
        'coupon_products',
        'promotion_versions',
        'cart_days',
        'cart_values',
        'idempotency_keys',
        'wishlist_items',
      ],
    },
    {
      title: 'Order',
      hue: 15,
      boxes: [
        {
          orders: ['order_no', 'status', 'payment_status', 'cart_version', 'grand_total', 'access_key'],
          order_items: ['quantity', 'unit_price', 'discount', 'tax', 'status'],
          order_cancellations: ['is_whole', 'amount'],
          order_events: ['status', 'note'],
        },
      ],
      also: [
        'order_notes',
        'order_pickups',
        'order_ratings',
        'order_batches',
        'order_batch_items',
        'order_views',
        'order_tags',
        'order_assignees',
        'order_discounts',
        'order_changes',
        'order_mentions',
        'tracked_purchases',
        'first_orders',
        'report_months',
        'report_sums',
        'report_marks',
      ],
    },
  ],
  [
    {
      title: 'Channels and rules',
      hue: 265,
      boxes: [
        {
          channels: ['code', 'host', 'currency', 'locale'],
          countries: ['code', 'mobile_code'],
          shipping_methods: ['code', 'price', 'free_from'],
          shipping_rates: ['postcode_prefix', 'price'],
          payment_methods: ['code', 'fee', 'is_active'],
          tax_rates: ['rate_bp'],
        },
      ],
      also: ['address_fields', 'pincodes', 'service_keys', 'settings', 'states', 'storefronts'],
    },
    {
      title: 'Customers',
      hue: 205,
      boxes: [
        {
          customers: ['email', 'email_verified_at', 'phone', 'phone_verified_at', 'password_hash'],
          addresses: ['is_default', 'postcode'],
          sessions: ['token_hash', 'expires_at'],
          passkeys: ['credential_id'],
        },
      ],
      also: `access_logs customer_groups customer_group_members customer_notes customer_segments customer_tags otp_challenges password_resets passkey_challenges rate_limits consent_records mail_refusals
        mode_subscriptions`.split(/\s+/),
    },
    {
      title: 'Payment, shipment, refund',
      hue: 330,
      boxes: [
        {
          shipments: ['waybill', 'courier', 'status'],
          shipment_items: ['quantity', 'total'],
          shipment_scans: ['status'],
          refunds: ['refund_no', 'status', 'amount'],
          refund_items: ['reason'],
          credit_notes: ['credit_note_no', 'document'],
        },
        {
          payments: ['gateway', 'status', 'captured_amount', 'refunded_amount'],
          payment_refunds: ['amount', 'status'],
          invoices: ['invoice_no', 'document'],
          owed_refunds: ['amount', 'paid_on', 'reference'],
          value_accounts: ['kind', 'balance', 'expires_at'],
          value_entries: ['amount', 'purpose'],
        },
      ],
      also: `refund_photos payout_details invoice_numbers credit_note_numbers webhook_events demo_courier_pause courier_bookings
        test_gateway_payments test_gateway_refunds`.split(/\s+/),
    },
  ],
  [
    {
      title: 'Content',
      hue: 95,
      boxes: [
        {
          pages: ['slug', 'page_type', 'revision'],
          sections: ['component', 'settings', 'sort_order'],
          page_drafts: ['content', 'publish_at'],
          page_versions: ['number', 'content'],
          templates: ['type'],
        },
        {
          menus: ['slug'],
          menu_items: ['label', 'url'],
          blog_posts: ['slug', 'status', 'body'],
          images: ['path', 'alt'],
          forms: ['slug', 'fields'],
          form_submissions: ['form_slug', 'values'],
        },
      ],
      also: `appearance_drafts appearance_versions page_editors blog_authors blog_categories blog_tags blog_post_products blog_post_related blog_post_tags faqs faq_groups
        faq_items sliders slides videos video_uploads font_files form_files posted_forms redirects`.split(
        /\s+/,
      ),
    },
    {
      title: 'Staff',
      hue: 235,
      boxes: [
        {
          staff: ['email', 'is_active', 'totp_secret'],
          staff_roles: ['permissions'],
          staff_sessions: ['token_hash', 'proved_at'],
          api_keys: ['token_hash', 'permissions'],
          audit_log: ['action', 'record_type', 'record_id', 'before', 'after'],
          audit_chain: ['seq', 'hash'],
        },
      ],
      also: [
        'audit_chain_start',
        'staff_login_links',
        'staff_passkeys',
        'hidden_setup_steps',
        'home_layouts',
      ],
    },
    {
      title: 'Operation',
      hue: 180,
      boxes: [
        {
          change_log: ['tag', 'xid', 'at'],
          outbox: ['channel', 'recipient', 'sent_at', 'attempts'],
          cdn_purges: ['snapshot', 'problem'],
          job_schedules: ['due_at', 'succeeded_at'],
          job_records: ['retry_at', 'last_error'],
          plugins: ['is_active', 'config'],
          seeded_records: [],
        },
      ],
      also: ['change_log_state', 'job_processes', 'mail_texts', 'secret_fingerprints', 'demo_removals'],
    },
  ],
]
