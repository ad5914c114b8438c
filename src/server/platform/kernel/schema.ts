// Generated from the migrations by `npm run schema`. Do not edit: write a migration, then run it again.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CollectionRules } from '#contract/admin/catalog/collection-rules.ts'
import type { BatchAction } from '#contract/admin/catalog/product-batches.ts'
import type { ProductImport } from '#contract/admin/catalog/product-imports.ts'
import type { SliderValues } from '#contract/admin/content/sliders.ts'
import type { Submission } from '#contract/admin/content/submissions.ts'
import type { ChannelValues } from '#contract/admin/settings/channels.ts'
import type { AddressField } from '#contract/storefront.ts'

/** A jsonb column: read as parsed, written as JSON text (`json(value)`), since pg takes a bare array for a PostgreSQL array. */
type Json<Value = unknown> = ColumnType<Value, string, string>
type JsonWithDefault<Value = unknown> = ColumnType<Value, string | undefined, string>
type Fields = Record<string, unknown>
/** Selling price and MRP of a variation in a channel; before: null where it had none. */
type PriceChange = {
  variation_id: number
  channel_id: number
  before: [number, number] | null
  after: [number, number]
}
/** An action of many products, also what another one is undone by, and what an import has written itself. */
export type StoredAction =
  | BatchAction
  | { type: 'restore_prices' | 'restore_stock' }
  | { type: 'import_prices'; import_id: number }
/** Pieces that a variation got in a location (null: the main one), fewer when negative. */
type StockDifference = { variation_id: number; location_id: number | null; by: number }

/** Encodes a value for a jsonb column. */
export const json = (value: unknown) => JSON.stringify(value)

/** Every table as its migrations leave it. Money is in the currency's minor unit; int8 comes back as a safe integer. */
export type Database = {
  access_logs: {
    id: GeneratedAlways<number>
    customer_id: number | null
    event:
      | 'login'
      | 'login_failed'
      | 'otp_sent'
      | 'otp_verified'
      | 'otp_failed'
      | 'logout'
      | 'password_changed'
      | 'reset_requested'
      | 'reset_used'
      | 'email_changed'
      | 'phone_changed'
      | 'session_revoked'
      | 'account_exported'
    method: 'password' | 'otp' | 'register' | 'passkey' | null
    ip: string
    user_agent: string
    session_id: number | null
    at: Generated<Date>
    is_ip_shortened: Generated<boolean>
  }
  address_fields: {
    id: GeneratedAlways<number>
    country_id: number | null
    column_name: string
    label: string
    type: Generated<string>
    is_required: boolean
    max_length: number
    pattern: string | null
    autocomplete: string
    options: Json<AddressField['options']> | null
    width: Generated<number>
    sort_order: number
  }
  addresses: {
    id: GeneratedAlways<number>
    customer_id: number
    address_type: 'Shipping' | 'Billing'
    is_default: Generated<boolean>
    country_id: number
    state_id: number | null
    state_name: Generated<string>
    first_name: Generated<string>
    last_name: Generated<string>
    phone: Generated<string>
    address_line_1: Generated<string>
    address_line_2: Generated<string>
    city: Generated<string>
    postcode: Generated<string>
    tax_no: Generated<string>
  }
  api_keys: {
    id: GeneratedAlways<number>
    staff_id: number
    name: string
    token_hash: string
    ending: string
    permissions: string[]
    created_at: Generated<Date>
    expires_at: Date | null
    last_used_at: Date | null
  }
  appearance_drafts: {
    storefront_id: number
    values: Json<Fields>
    author: string
    updated_at: Generated<Date>
  }
  appearance_versions: {
    storefront_id: number
    number: number
    kind: 'published' | 'found' | 'draft'
    values: Json<Fields>
    author: string
    created_at: Generated<Date>
  }
  attribute_values: {
    id: Generated<number>
    attribute_id: number
    value: string
    label: string
    color: string | null
    image_path: string | null
    position: Generated<number>
  }
  attributes: {
    id: Generated<number>
    code: string
    label: string
    display: Generated<'button' | 'swatch' | 'image'>
    is_variable: boolean
    is_filterable: Generated<boolean>
    position: Generated<number>
  }
  audit_chain: {
    seq: number
    audit_id: number
    hash: string
  }
  audit_chain_start: {
    is_only: Generated<boolean>
    seq: Generated<number>
    hash: Generated<string>
    pruned_at: Date | null
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Generated<Date>
    staff_id: number | null
    actor: string
    ip: Generated<string>
    action: string
    record_type: string
    record_id: string
    before: Json<Fields> | null
    after: Json<Fields> | null
  }
  blog_authors: {
    id: Generated<number>
    slug: string
    name: string
    bio: Generated<string>
  }
  blog_categories: {
    id: Generated<number>
    slug: string
    name: string
    position: Generated<number>
  }
  blog_post_products: {
    post_id: number
    product_id: number
    position: Generated<number>
  }
  blog_post_related: {
    post_id: number
    related_id: number
    position: Generated<number>
  }
  blog_post_tags: {
    post_id: number
    tag_id: number
  }
  blog_posts: {
    id: Generated<number>
    slug: string
    title: string
    excerpt: Generated<string>
    author_id: number | null
    category_id: number | null
    body: JsonWithDefault
    body_text: GeneratedAlways<string | null>
    cover_path: string | null
    cover_alt: Generated<string>
    status: Generated<'draft' | 'scheduled' | 'published'>
    published_at: Date | null
    is_featured: Generated<boolean>
    meta_title: string | null
    meta_description: string | null
    social_image_path: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  blog_tags: {
    id: Generated<number>
    slug: string
    name: string
  }
  brands: {
    id: Generated<number>
    name: string
    slug: string
    description: Generated<string>
    place: string | null
  }
  cart_addresses: {
    id: GeneratedAlways<number>
    cart_id: number
    address_type: 'Shipping' | 'Billing'
    address_id: number | null
    country_id: number
    state_id: number | null
    state_name: Generated<string>
    first_name: Generated<string>
    last_name: Generated<string>
    phone: Generated<string>
    address_line_1: Generated<string>
    address_line_2: Generated<string>
    city: Generated<string>
    postcode: Generated<string>
    tax_no: Generated<string>
  }
  cart_days: {
    channel_id: number
    day: Date
    carts: number
    last_cart_id: number
  }
  cart_items: {
    id: GeneratedAlways<number>
    cart_id: number
    variation_id: number
    quantity: number
    unit_price: number
    customisation: Json | null
    customisation_key: Generated<string>
    created_at: Generated<Date>
    staff_discount: Json | null
  }
  cart_values: {
    cart_id: number
    account_id: number
    added_at: Generated<Date>
  }
  carts: {
    id: GeneratedAlways<number>
    session_id: string
    channel_id: number
    customer_id: number | null
    version: Generated<number>
    phone: string | null
    email: string | null
    is_marketing_opted_in: Generated<boolean>
    is_billing_same: Generated<boolean>
    shipping_method: string | null
    payment_method: string | null
    coupon_code: string | null
    instruction: string | null
    status: Generated<'open' | 'ordered'>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    expires_at: Date
    unpaid_order_id: number | null
    staff_discount: Generated<number>
    has_free_delivery: Generated<boolean>
    custom_lines: Json | null
    gift_choices: Json | null
  }
  categories: {
    id: Generated<number>
    parent_id: number | null
    name: string
    slug: string
    path: string
    description: Generated<string>
    image_path: string | null
    image_alt: Generated<string>
    position: Generated<number>
    meta_title: string | null
    meta_description: string | null
    custom: JsonWithDefault
  }
  cdn_purges: {
    is_only: Generated<boolean>
    cdn: Generated<string>
    epoch: string | null
    snapshot: Generated<string>
    is_locked: Generated<boolean>
    build: Generated<string>
    former_build: Generated<string>
    repeats: JsonWithDefault
    purged_at: Date | null
    failures: Generated<number>
    failed_in_turn: Generated<number>
    retry_at: Date | null
    problem: string | null
  }
  change_log: {
    id: GeneratedAlways<number>
    tag: string
    at: Generated<Date>
    xid: Generated<string>
  }
  change_log_state: {
    is_only: Generated<boolean>
    epoch: Generated<string>
    pruned_xid: Generated<string>
  }
  channels: {
    id: Generated<number>
    code: string
    name: string
    host: string | null
    is_default: Generated<boolean>
    country_id: number
    currency: string
    currency_symbol: string
    currency_decimals: number
    locale: string
    is_tax_included: Generated<boolean>
    delivery_tax: Generated<'highest' | 'none' | 'fixed'>
    delivery_tax_rate_bp: Generated<number>
    is_active: Generated<boolean>
    couriers_off: Generated<string[]>
    withdrawal_days: Generated<number>
    withdrawal_extended: Generated<boolean>
    order_button: string | null
    guarantee_notice: Json<ChannelValues['guarantee_notice']> | null
    omnibus: boolean | null
    requires_declarations: Generated<boolean>
  }
  collection_products: {
    collection_id: number
    product_id: number
    position: Generated<number>
    by_rule: Generated<boolean>
  }
  collection_refresh: {
    is_only: Generated<boolean>
    epoch: string | null
    snapshot: Generated<string>
    timed_at: Generated<Date>
  }
  collections: {
    id: Generated<number>
    name: string
    slug: string
    description: Generated<string>
    image_path: string | null
    image_alt: Generated<string>
    position: Generated<number>
    meta_title: string | null
    meta_description: string | null
    rules: Json<CollectionRules> | null
  }
  consent_records: {
    id: string
    version: string
    choices: Json
    created_at: Generated<Date>
  }
  countries: {
    id: number
    name: string
    code: string
    mobile_code: string
    mobile_number_length: number
    currency: string
    postcode_label: string
    postcode_pattern: string
  }
  coupon_categories: {
    coupon_id: number
    category_id: number
  }
  coupon_products: {
    coupon_id: number
    product_id: number
  }
  coupon_uses: {
    order_id: number
    coupon_id: number
    created_at: Generated<Date>
  }
  coupons: {
    id: Generated<number>
    channel_id: number
    code: string
    title: string
    type: 'percentage' | 'fixed' | 'free_shipping'
    value: number
    max_discount: number | null
    min_order: Generated<number>
    is_first_order_only: Generated<boolean>
    usage_limit: number | null
    usage_limit_per_customer: number | null
    used_count: Generated<number>
    starts_at: Date
    ends_at: Date
    is_active: Generated<boolean>
    is_listed: Generated<boolean>
    is_for_everything: Generated<boolean>
    parent_id: number | null
  }
  courier_bookings: {
    id: GeneratedAlways<number>
    key: Generated<string>
    order_id: number
    refund_id: number | null
    courier: string
    service: Generated<string>
    status: Generated<'pending' | 'booked' | 'failed' | 'cancelled'>
    attempts: Generated<number>
    problem: Generated<string>
    items: Json
    weight_g: number | null
    carrier: Generated<string>
    waybill: string | null
    tracking_url: string | null
    price: number | null
    has_label: Generated<boolean>
    label_pages: number | null
    pickup_on: Date | null
    pickup_reference: Generated<string>
    staff_id: number | null
    actor: string
    created_at: Generated<Date>
    asked_at: Generated<Date>
    booked_at: Date | null
    left_at: Date | null
  }
  credit_note_numbers: {
    year: number
    last: number
  }
  credit_notes: {
    refund_id: number | null
    credit_note_no: string
    issued_at: Generated<Date>
    document: Json
    shipment_id: number | null
  }
  custom_field_choices: {
    id: GeneratedAlways<number>
    field_id: number
    value: string
    label: string
    position: number
  }
  custom_fields: {
    id: GeneratedAlways<number>
    owner: 'product' | 'variation' | 'category' | 'customer' | 'order' | 'page'
    key: string
    label: string
    help: Generated<string>
    type: 'text' | 'number' | 'date' | 'choice' | 'boolean' | 'file' | 'reference'
    is_required: Generated<boolean>
    is_several: Generated<boolean>
    min: number | null
    max: number | null
    mask: Generated<string>
    refers_to: 'product' | 'category' | 'page' | null
    shown: Generated<string[]>
    is_filterable: Generated<boolean>
    position: Generated<number>
  }
  customer_group_members: {
    group_id: number
    customer_id: number
  }
  customer_groups: {
    id: GeneratedAlways<number>
    name: string
    created_at: Generated<Date>
  }
  customer_notes: {
    id: GeneratedAlways<number>
    customer_id: number
    staff_id: number | null
    author: string
    text: string
    at: Generated<Date>
  }
  customer_segments: {
    id: GeneratedAlways<number>
    name: string
    filter: Json
    created_at: Generated<Date>
  }
  customer_tags: {
    customer_id: number
    tag: string
  }
  customers: {
    id: GeneratedAlways<number>
    first_name: Generated<string>
    last_name: Generated<string>
    email: string | null
    email_verified_at: Date | null
    phone: string | null
    phone_verified_at: Date | null
    created_at: Generated<Date>
    mobile_code: Generated<string>
    password_hash: string | null
    password_version: Generated<number>
    is_marketing_opted_in: boolean | null
    marketing_chosen_at: Date | null
    is_blocked: Generated<boolean>
    is_guest: Generated<boolean>
    guest_email: string | null
    guest_phone: string | null
    is_by_hand: Generated<boolean>
    custom: JsonWithDefault
  }
  customisation_images: {
    path: string
    product_id: number
    bytes: number
    created_at: Generated<Date>
    used_at: Generated<Date>
  }
  demo_courier_pause: {
    is_paused: Generated<boolean>
    paused_at: Generated<Date>
  }
  demo_removals: {
    id: GeneratedAlways<number>
    state: Generated<'running' | 'done' | 'failed'>
    step: Generated<string>
    records_total: Generated<number>
    removed: JsonWithDefault
    kept: JsonWithDefault
    created_at: Generated<Date>
    finished_at: Date | null
    staff_id: number | null
    actor: string
    error: string | null
  }
  economic_operators: {
    id: Generated<number>
    name: string
    address: string
    country: string
    electronic_address: Generated<string>
  }
  faq_groups: {
    id: Generated<number>
    faq_id: number
    slug: Generated<string>
    title: string
    position: Generated<number>
  }
  faq_items: {
    id: Generated<number>
    group_id: number
    question: string
    answer: Generated<string>
    position: Generated<number>
  }
  faqs: {
    id: Generated<number>
    slug: string
    title: Generated<string>
  }
  first_orders: {
    order_id: number
  }
  font_files: {
    path: string
    family: string
    weight_min: number
    weight_max: number
    is_variable: boolean
    metrics: Json
    created_at: Generated<Date>
  }
  form_files: {
    path: string
    form_slug: string
    bytes: number
    submission_id: number | null
    created_at: Generated<Date>
  }
  form_submissions: {
    id: GeneratedAlways<number>
    form_slug: string
    form_name: string
    values: Json<Submission['values']>
    email: string | null
    customer_id: number | null
    created_at: Generated<Date>
    expires_at: Date
    answered_at: Date | null
    answered_by: string | null
    assigned_to: number | null
    statement_key: string | null
  }
  forms: {
    id: Generated<number>
    slug: string
    name: string
    description: Generated<string>
    submit_label: Generated<string>
    success_message: Generated<string>
    fields: JsonWithDefault
    recipient: string | null
    is_active: Generated<boolean>
    keep_days: Generated<number>
  }
  hidden_setup_steps: {
    step: string
    staff_id: number | null
    hidden_at: Generated<Date>
  }
  home_layouts: {
    staff_id: number
    cards: Json
  }
  idempotency_keys: {
    scope: string
    key: string
    body_hash: string
    status: number
    reply: Json
    created_at: Generated<Date>
  }
  images: {
    id: GeneratedAlways<number>
    path: string
    alt: Generated<string>
    width: number | null
    height: number | null
    placeholder: string | null
    created_at: Generated<Date>
    focal_x: number | null
    focal_y: number | null
    file_name: Generated<string>
  }
  invoice_numbers: {
    year: number
    last: number
  }
  invoices: {
    order_id: number
    invoice_no: string
    issued_at: Generated<Date>
    document: Json
    shipment_id: number | null
  }
  job_processes: {
    worker_pool_id: string
    seen_at: Generated<Date>
  }
  job_records: {
    job: string
    record: string
    retry_at: Date
    attempts: Generated<number>
    last_error: string | null
    failed_at: Date | null
  }
  job_schedules: {
    name: string
    due_at: Generated<Date>
    succeeded_at: Date | null
  }
  labels: {
    id: Generated<number>
    name: string
    slug: string
    background: Generated<string>
    text_color: Generated<string>
  }
  mail_refusals: {
    email: string
    refused_at: Generated<Date>
  }
  mail_texts: {
    mail: string
    subject: string | null
    heading: string | null
    intro: string | null
    closing: string | null
  }
  menu_items: {
    id: Generated<number>
    menu_id: number
    parent_id: number | null
    label: string
    url: string
    target: Generated<'_self' | '_blank'>
    image_path: string | null
    badge: string | null
    sort_order: number
  }
  menus: {
    id: Generated<number>
    slug: string
    name: string
  }
  missed_searches: {
    id: GeneratedAlways<number>
    day: Date
    words: string
    searches: number
  }
  mode_subscriptions: {
    id: GeneratedAlways<number>
    email: string
    mode: 'Coming Soon' | 'Under Maintenance'
    created_at: Generated<Date>
    notified_at: Date | null
  }
  order_assignees: {
    order_id: number
    staff_id: number
  }
  order_batch_items: {
    batch_id: number
    order_id: number
    waybill: Generated<string>
    done_at: Date | null
    code: string | null
    message: Generated<string>
  }
  order_batches: {
    id: GeneratedAlways<number>
    action: 'pack' | 'ship' | 'book'
    courier: Generated<string>
    staff_id: number | null
    actor: string
    created_at: Generated<Date>
    finished_at: Date | null
    courier_service: Generated<string>
  }
  order_cancellations: {
    id: GeneratedAlways<number>
    order_id: number
    is_whole: boolean
    reason: string
    comment: Generated<string>
    amount: number
    refunded: Generated<number>
    owed: Generated<number>
    at: Generated<Date>
    change_id: number | null
  }
  order_changes: {
    id: GeneratedAlways<number>
    order_id: number
    key: string
    status: 'waiting' | 'applied' | 'withdrawn' | 'declined' | 'expired'
    difference: number
    gateway: string | null
    plan: Json
    answer_by: Date | null
    created_at: Generated<Date>
    decided_at: Date | null
  }
  order_discounts: {
    order_id: number
    reason: string
    replaces_order_id: number | null
  }
  order_events: {
    id: GeneratedAlways<number>
    order_id: number
    status: string
    at: Generated<Date>
    note: Generated<string>
  }
  order_items: {
    id: GeneratedAlways<number>
    order_id: number
    variation_id: number | null
    name: string
    slug: string
    sku: string
    brand: Generated<string>
    category: Generated<string>
    image_path: string | null
    quantity: number
    unit_price: number
    discount: Generated<number>
    tax: number
    total: number
    customisation: Json | null
    status: Generated<string>
    return_days: Generated<number>
    tax_rate: Generated<number>
    split_from: number | null
    cancellation_id: number | null
    hsn_code: Generated<string>
    cost: number | null
    location_id: number | null
    adjustments: Json | null
    sold_ahead: Json | null
    withdrawal_exclusion: string | null
    min_age: number | null
    kind: Generated<string>
    promotion_keys: string[] | null
  }
  order_mentions: {
    note_id: number
    staff_id: number
    seen_at: Date | null
  }
  order_notes: {
    id: GeneratedAlways<number>
    order_id: number
    staff_id: number | null
    author: string
    text: string
    at: Generated<Date>
  }
  order_pickups: {
    order_id: number
    location_id: number
    code: string | null
    ready_at: Date | null
  }
  order_ratings: {
    order_id: number
    rating: number
    comment: Generated<string>
    rated_at: Generated<Date>
  }
  order_tags: {
    order_id: number
    tag: string
  }
  order_views: {
    id: GeneratedAlways<number>
    staff_id: number | null
    name: string
    filter: Json
    created_at: Generated<Date>
  }
  orders: {
    id: GeneratedAlways<number>
    order_no: string
    cart_id: number | null
    channel_id: number
    customer_id: number | null
    status:
      | 'pending_payment'
      | 'payment_failed'
      | 'placed'
      | 'packed'
      | 'shipped'
      | 'out_for_delivery'
      | 'delivered'
      | 'cancelled'
      | 'refund_requested'
      | 'refund_approved'
      | 'refund_rejected'
      | 'returned'
      | 'refunded'
    payment_status: 'pending' | 'paid' | 'failed' | 'refunded' | 'partially_refunded'
    payment_method: string
    payment_method_name: string
    shipping_method: string
    shipping_method_name: string
    eta_min_days: number | null
    eta_max_days: number | null
    currency: string
    subtotal: number
    discount_total: Generated<number>
    shipping_total: number
    payment_fee: Generated<number>
    tax_total: number
    is_tax_included: boolean
    grand_total: number
    coupon_code: string | null
    email: string | null
    phone: string | null
    shipping_address: Json
    billing_address: Json
    instruction: string | null
    accepted_tnc_at: Date | null
    google_gtag_event_tracked: Generated<boolean>
    google_gtm_event_tracked: Generated<boolean>
    facebook_pixel_event_tracked: Generated<boolean>
    placed_at: Generated<Date>
    cart_version: Generated<number>
    held_until: Date | null
    messages_when_paid: Json | null
    review_reason: 'amount_mismatch' | 'paid_out_of_stock' | 'paid_after_cancel' | 'paid_twice' | null
    customer_left_at: Date | null
    erased_at: Date | null
    access_key: string | null
    charges_tax_rate: Generated<number>
    shipping_tax: Generated<number>
    payment_fee_tax: Generated<number>
    is_partly_shipped: Generated<boolean>
    pay_by: Date | null
    guest_id: number | null
    custom: JsonWithDefault
    delivery_adjustments: Json | null
    is_quote: Generated<boolean>
    source: Generated<string>
    promotion_terms: Json | null
  }
  otp_challenges: {
    purpose: string
    phone: string
    code_hash: string
    browser_hash: string
    attempts: Generated<number>
    created_at: Generated<Date>
    expires_at: Date
    consumed_at: Date | null
  }
  outbox: {
    id: GeneratedAlways<number>
    channel: 'mail' | 'sms'
    kind: string
    order_id: number | null
    recipient: string
    subject: Generated<string>
    text: string
    html: string | null
    created_at: Generated<Date>
    sent_at: Date | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    last_error: string | null
    given_up_at: Date | null
  }
  owed_refunds: {
    id: GeneratedAlways<number>
    order_id: number
    reason: 'cancelled' | 'returned' | 'surplus' | 'allowance'
    amount: number
    cancellation_id: number | null
    refund_id: number | null
    payment_refund_id: number | null
    created_at: Generated<Date>
    paid_at: Date | null
    paid_on: Date | null
    reference: Generated<string>
    paid_by: Generated<string>
    is_earlier: Generated<boolean>
  }
  page_drafts: {
    page_id: number
    content: Json
    author: string
    updated_at: Generated<Date>
    publish_at: Date | null
    publish_problem: string | null
  }
  page_editors: {
    page_id: number
    staff_id: number
    seen_at: Generated<Date>
  }
  page_versions: {
    page_id: number
    number: number
    content: Json
    author: string
    created_at: Generated<Date>
  }
  pages: {
    id: Generated<number>
    slug: string
    name: string
    page_type: Generated<string>
    is_active: Generated<boolean>
    meta_title: string | null
    meta_description: string | null
    social_image_path: string | null
    starts_at: Date | null
    ends_at: Date | null
    revision: Generated<number>
    custom: JsonWithDefault
  }
  passkey_challenges: {
    browser_hash: string
    purpose: string
    challenge: string
    expires_at: Date
  }
  passkeys: {
    id: GeneratedAlways<number>
    customer_id: number
    credential_id: string
    public_key: string
    counter: number
    transports: string[]
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  password_resets: {
    customer_id: number
    token_hash: string
    password_version: number
    created_at: Generated<Date>
    expires_at: Date
  }
  payment_methods: {
    id: Generated<number>
    channel_id: number
    code: string
    name: string
    description: Generated<string>
    fee: number | null
    max_order: number | null
    needs_cod_pincode: Generated<boolean>
    is_active: Generated<boolean>
    sort_order: Generated<number>
    instructions: Generated<string>
    is_switched_off: Generated<boolean>
  }
  payment_refunds: {
    id: GeneratedAlways<number>
    payment_id: string
    amount: number
    reason: string
    status: Generated<'due' | 'done' | 'by_hand'>
    gateway_refund_id: string | null
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    last_error: string | null
    created_at: Generated<Date>
    done_at: Date | null
  }
  payments: {
    id: string
    order_id: number
    gateway: string
    gateway_payment_id: string | null
    status: 'created' | 'requires_action' | 'processing' | 'paid' | 'failed' | 'expired' | 'surplus'
    failure: 'declined' | 'cancelled' | 'timeout' | 'unavailable' | null
    amount: number
    currency: string
    captured_amount: Generated<number>
    refunded_amount: Generated<number>
    action: Json | null
    ask_again_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    change_id: number | null
    source_id: string | null
    value_account_id: number | null
  }
  payout_details: {
    order_id: number
    kind: 'bank' | 'upi'
    account_name: Generated<string>
    account_number: Generated<string>
    bank_code: Generated<string>
    upi_id: Generated<string>
    entered_at: Generated<Date>
    encrypted: Generated<string>
    hint: Generated<string>
  }
  pincodes: {
    country_id: number
    prefix: string
    region: string
    state_id: number | null
    min_days: number
    max_days: number
    is_cod_available: boolean
    is_serviceable: boolean
  }
  plugins: {
    module_name: string
    is_active: Generated<boolean>
    config: JsonWithDefault<Fields>
    updated_at: Generated<Date>
  }
  posted_forms: {
    token_hash: string
    state: Json
    expires_at: Date
  }
  price_history: {
    id: GeneratedAlways<number>
    variation_id: number
    channel_id: number
    selling_price: number
    since: Date | null
    until: Date
  }
  price_list_items: {
    price_list_id: number
    variation_id: number
    min_quantity: Generated<number>
    price: number
  }
  price_lists: {
    id: GeneratedAlways<number>
    channel_id: number
    name: string
    customer_group_id: number | null
    starts_at: Generated<Date>
    ends_at: Date | null
    is_active: Generated<boolean>
    is_shown: Generated<boolean>
  }
  prices: {
    variation_id: number
    channel_id: number
    selling_price: number
    mrp: number
    since: Date | null
    lowest_before: number | null
    list_price: number | null
  }
  product_attributes: {
    product_id: number
    value_id: number
  }
  product_batch_items: {
    batch_id: number
    product_id: number
    result: 'changed' | 'unchanged' | 'refused' | null
    message: Generated<string>
    prices: Json<PriceChange[]> | null
    stock: Json<StockDifference[]> | null
  }
  product_batches: {
    id: GeneratedAlways<number>
    action: Json<StoredAction>
    undo_of: number | null
    created_at: Generated<Date>
    finished_at: Date | null
    staff_id: number | null
    actor: string
    total: Generated<number>
    done: Generated<number>
    refused: Generated<number>
  }
  product_declarations: {
    product_id: number
    country_of_origin: Generated<string>
    manufacturer_id: number | null
    importer_id: number | null
    responsible_person_id: number | null
    warnings: Generated<string>
    min_age: number | null
    best_before_months: number | null
    materials: Generated<string>
    care: Generated<string>
    passport_id: Generated<string>
    passport_url: Generated<string>
    checks_age: Generated<boolean>
  }
  product_images: {
    id: GeneratedAlways<number>
    product_id: number
    variation_id: number | null
    image_id: number | null
    source_url: string | null
    alt: Generated<string>
    position: Generated<number>
    attempts: Generated<number>
    next_attempt_at: Date | null
    last_error: string | null
  }
  product_import_items: {
    import_id: number
    product_id: number
    is_new: boolean
  }
  product_imports: {
    id: GeneratedAlways<number>
    file_name: string
    file_path: string | null
    state: 'checking' | 'checked' | 'applying' | 'done' | 'failed'
    created_at: Generated<Date>
    finished_at: Date | null
    staff_id: number | null
    actor: string
    rows_read: Generated<number>
    rows_total: Generated<number>
    report: Json<ProductImport['report']> | null
    problems: JsonWithDefault<ProductImport['problems']>
    error: string | null
    refused: Json<Record<string, string>> | null
  }
  product_labels: {
    product_id: number
    label_id: number
  }
  product_tags: {
    product_id: number
    tag_id: number
  }
  products: {
    id: Generated<number>
    slug: string
    name: string
    brand_id: number | null
    category_id: number | null
    short_description: Generated<string>
    description_html: Generated<string>
    specifications: JsonWithDefault
    customisation: Json | null
    is_published: Generated<boolean>
    published_at: Generated<Date>
    min_quantity: Generated<number>
    max_quantity: Generated<number>
    quantity_step: Generated<number>
    display_unit: Generated<string>
    return_days: Generated<number>
    tax_class: Generated<string>
    social_image_path: string | null
    meta_title: string | null
    meta_description: string | null
    rating_average: string | null
    rating_count: Generated<number>
    sold_count: Generated<number>
    position: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    publish_at: Date | null
    unpublish_at: Date | null
    hsn_code: string | null
    is_free: Generated<boolean>
    custom: JsonWithDefault
    withdrawal_exclusion: string | null
    kind: Generated<'goods' | 'digital' | 'voucher'>
    archived_at: Date | null
    archived_from: Json | null
    video_path: string | null
  }
  promotion_uses: {
    order_id: number
    promotion_id: number
    amount: number
    created_at: Generated<Date>
  }
  promotion_versions: {
    channel_id: number
    version: Generated<string>
  }
  promotions: {
    id: Generated<number>
    channel_id: number
    name: string
    code: string | null
    priority: Generated<number>
    rules: Json
    usage_limit: number | null
    usage_limit_per_customer: number | null
    usage_limit_per_day: number | null
    budget: number | null
    used_count: Generated<number>
    spent: Generated<number>
    starts_at: Generated<Date>
    ends_at: Date | null
    is_active: Generated<boolean>
  }
  rate_limits: {
    bucket: string
    hits: Date[]
    expires_at: Date
  }
  redirects: {
    id: GeneratedAlways<number>
    from_path: string
    to_path: string
    code: Generated<number>
    is_external: Generated<boolean>
    match: Generated<'exact' | 'prefix'>
    hits: Generated<number>
    last_hit_at: Date | null
  }
  refund_items: {
    refund_id: number
    order_item_id: number
    reason: string
    comment: Generated<string>
    images: Generated<string[]>
    restocked_quantity: Generated<number>
    restocked_location_id: number | null
  }
  refund_photos: {
    path: string
    order_id: number
    bytes: number
    created_at: Generated<Date>
    refund_id: number | null
  }
  refunds: {
    id: GeneratedAlways<number>
    refund_no: Generated<string>
    order_id: number
    status: Generated<'refund_requested' | 'refund_approved' | 'refund_rejected' | 'returned' | 'refunded'>
    refund_to: string
    amount: number
    note: Generated<string>
    is_by_hand: Generated<boolean>
    requested_at: Generated<Date>
    refunded_at: Date | null
    kind: Generated<'return' | 'allowance'>
    reason: Generated<string>
    exchange_order_id: number | null
    exchange_mode: 'on_receipt' | 'at_once' | 'kept' | null
    exchange_link_days: Generated<number>
    exchanged: Generated<number>
    by_hand_amount: number | null
    withdrawn_at: Date | null
    benefit_changes: Json | null
  }
  related_products: {
    product_id: number
    related_id: number
    position: Generated<number>
  }
  report_marks: {
    id: GeneratedAlways<number>
    channel_id: number
    at: Date
  }
  report_months: {
    channel_id: number
    month: Date
    time_zone: string
    version: Generated<number>
  }
  report_sums: {
    channel_id: number
    month: Date
    report: string
    key: string
    label: string
    orders: number
    items: number
    gross: number
    discount: number
    charges: number
    tax: number
    sales: number
    refunds: number
    returned: number
    returned_tax: number
    cost: number
    costed: number
  }
  search_pins: {
    rule_id: number
    product_id: number
    position: number
  }
  search_rules: {
    id: GeneratedAlways<number>
    words: string
    query: string
    redirect_to: string | null
  }
  search_synonyms: {
    id: GeneratedAlways<number>
    term: string
    synonyms: string[]
    is_two_way: Generated<boolean>
  }
  secret_fingerprints: {
    name: string
    fingerprint: string
    updated_at: Generated<Date>
  }
  sections: {
    id: Generated<number>
    page_id: number | null
    template_id: number | null
    area: Generated<'header' | 'main' | 'footer'>
    component: string
    is_visible: Generated<boolean>
    sort_order: number
    starts_at: Date | null
    ends_at: Date | null
    settings: JsonWithDefault<Fields>
  }
  seeded_records: {
    source: 'demo' | 'placeholder'
    table_name: string
    id: number
  }
  service_keys: {
    service: string
    encrypted: string | null
    changed_at: Generated<Date>
    changed_by: number | null
    tested_at: Date | null
    tested_keys: string | null
    test_problem: string | null
  }
  sessions: {
    id: GeneratedAlways<number>
    token_hash: string
    customer_id: number
    is_remembered: boolean
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    expires_at: Date
    proved_at: Date | null
  }
  settings: {
    key: string
    value: Json
  }
  shipment_items: {
    shipment_id: number
    order_item_id: number
    quantity: number
    discount: number | null
    tax: number | null
    total: number | null
  }
  shipment_scans: {
    id: GeneratedAlways<number>
    shipment_id: number
    status: string
    location: Generated<string>
    remark: Generated<string>
    at: Generated<Date>
  }
  shipments: {
    id: GeneratedAlways<number>
    order_id: number
    waybill: string
    courier: string
    tracking_url: string | null
    status: Generated<string>
    promised_at: Date | null
    expected_at: Date | null
    is_test: Generated<boolean>
    shipped_at: Generated<Date>
  }
  shipping_methods: {
    id: Generated<number>
    channel_id: number
    code: string
    name: string
    price: number
    free_from: number | null
    days_added: Generated<number>
    is_active: Generated<boolean>
    sort_order: Generated<number>
    location_id: number | null
    courier: Generated<string>
    courier_service: Generated<string>
  }
  shipping_rates: {
    id: Generated<number>
    shipping_method_id: number
    country_id: number | null
    state_id: number | null
    postcode_prefix: Generated<string>
    from_weight_g: Generated<number>
    to_weight_g: number | null
    from_goods: Generated<number>
    price: number
    free_from: number | null
  }
  sliders: {
    id: Generated<number>
    slug: string
    name: string
    settings: JsonWithDefault<Partial<Pick<SliderValues, 'autoplay' | 'interval'>>>
  }
  slides: {
    id: Generated<number>
    slider_id: number
    image_path: string
    image_alt: Generated<string>
    mobile_image_path: string | null
    eyebrow: Generated<string>
    heading: Generated<string>
    sub_heading: Generated<string>
    button_text: Generated<string>
    link: Generated<string>
    sort_order: number
  }
  staff: {
    id: GeneratedAlways<number>
    email: string
    name: Generated<string>
    role: string
    is_active: Generated<boolean>
    password_hash: string | null
    totp_secret: string | null
    totp_pending: string | null
    totp_last_step: Generated<number>
    created_at: Generated<Date>
    last_signed_in_at: Date | null
    second_factor_due: Date | null
  }
  staff_login_links: {
    token_hash: string
    staff_id: number
    created_at: Generated<Date>
    expires_at: Date
    session_id: number | null
  }
  staff_passkeys: {
    id: GeneratedAlways<number>
    staff_id: number
    credential_id: string
    public_key: string
    counter: number
    transports: string[]
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  staff_roles: {
    code: string
    name: string
    permissions: Generated<string[]>
    is_built_in: Generated<boolean>
    id: Generated<number>
  }
  staff_sessions: {
    id: GeneratedAlways<number>
    token_hash: string
    staff_id: number
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    proved_at: Generated<Date>
    expires_at: Date
  }
  states: {
    id: number
    country_id: number
    name: string
    code: string
  }
  stock_changes: {
    id: GeneratedAlways<number>
    variation_id: number
    at: Generated<Date>
    staff_id: number | null
    actor: string
    stock_before: number
    stock_after: number
    reason: string
    note: Generated<string>
    location_id: number | null
  }
  stock_holds: {
    order_id: number
    variation_id: number
    quantity: number
    levels: Json | null
  }
  stock_levels: {
    variation_id: number
    location_id: number
    quantity: number
  }
  stock_locations: {
    id: Generated<number>
    code: string
    name: string
    address: Generated<string>
    priority: Generated<number>
    is_main: Generated<boolean>
    is_active: Generated<boolean>
    sells_online: Generated<boolean>
    sells: GeneratedAlways<boolean>
    opening_hours: Generated<string>
  }
  stock_transfer_items: {
    transfer_id: number
    variation_id: number
    quantity: number
    received: Generated<number>
  }
  stock_transfers: {
    id: GeneratedAlways<number>
    from_location_id: number
    to_location_id: number
    status: Generated<'draft' | 'sent' | 'received' | 'cancelled'>
    note: Generated<string>
    created_by: string
    created_at: Generated<Date>
    sent_at: Date | null
    ended_at: Date | null
  }
  storefronts: {
    id: Generated<number>
    channel_id: number
    mode: Generated<string>
    is_password_protection_enabled: Generated<boolean>
    license_status: string | null
    appearance: Json<Fields>
    password_hash: string | null
    password_version: Generated<number>
  }
  tags: {
    id: Generated<number>
    name: string
    slug: string
  }
  tax_rates: {
    country_id: number
    tax_class: string
    name: string
    rate_bp: number
    id: GeneratedAlways<number>
  }
  templates: {
    id: Generated<number>
    name: string
    type: Generated<string>
  }
  test_gateway_payments: {
    id: string
    reference: string
    order_no: string
    amount: number
    currency: string
    return_path: string
    cancel_path: string
    status: Generated<'open' | 'processing' | 'captured' | 'declined' | 'cancelled' | 'timed_out'>
    captures_at: Date | null
    captures: Generated<number>
    refunded: Generated<number>
    created_at: Generated<Date>
  }
  test_gateway_refunds: {
    key: string
    payment_id: string
    amount: number
    created_at: Generated<Date>
  }
  tracked_purchases: {
    order_id: number
    plugin: string
    tracked_at: Generated<Date>
    flag: string | null
  }
  value_accounts: {
    id: GeneratedAlways<number>
    kind: string
    label: string
    currency: string
    customer_id: number | null
    balance: Generated<number>
    expires_at: Date | null
    blocked_at: Date | null
    created_at: Generated<Date>
  }
  value_entries: {
    id: GeneratedAlways<number>
    from_account: number
    to_account: number
    currency: string
    amount: number
    purpose: string
    payment_id: string | null
    payment_refund_id: number | null
    actor: Generated<string>
    note: Generated<string>
    created_at: Generated<Date>
    refund_id: number | null
    reverses_id: number | null
    request_key: string | null
  }
  variation_options: {
    variation_id: number
    attribute_id: number
    value_id: number
  }
  variations: {
    id: Generated<number>
    product_id: number
    sku: string
    title: Generated<string>
    is_default: Generated<boolean>
    is_published: Generated<boolean>
    position: Generated<number>
    stock: Generated<number>
    tracks_stock: Generated<boolean>
    weight_g: number | null
    barcode: string | null
    cost: number | null
    other_stock: Generated<number>
    custom: JsonWithDefault
    safety_stock: Generated<number>
    held_back: Generated<number>
    sold_ahead: Json | null
    content: string | null
  }
  video_uploads: {
    id: GeneratedAlways<number>
    name: string
    bytes: number
    received: Generated<number>
    created_at: Generated<Date>
  }
  videos: {
    id: GeneratedAlways<number>
    name: string
    path: string
    bytes: number
    captions_path: string | null
    captions_language: string | null
    created_at: Generated<Date>
  }
  webhook_events: {
    gateway: string
    event_id: string
    received_at: Generated<Date>
  }
  wishlist_items: {
    id: GeneratedAlways<number>
    customer_id: number
    variation_id: number
    price_at_add: number
    currency: string
    added_at: Generated<Date>
  }
}
