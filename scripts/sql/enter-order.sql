-- Enters an order that only the bus has, from its key (key) and its content as JSON (payload).
begin;
with told as (
  select payload, (payload ->> 'amcOrderId')::bigint as id from cast(:'payload' as jsonb) as payload
), made as (
  insert into amc_order (
    amc_order_id, business_id, store_id, asl_id, user_id, ordered_at, created_at, amount, esb_status,
    parties_id
  )
  select id, store.business_id, store.store_id, asl.asl_id,
    (select min(user_id) from user_business where user_business.business_id = store.business_id),
    (payload ->> 'orderDate')::timestamptz, now(), (payload ->> 'amount')::numeric, 'SENT',
    named_parties(store.store_id, asl.asl_id)
  from told join store on store.code = payload ->> 'storeCode' join asl on asl.code = payload ->> 'payerCode'
  returning amc_order_id
), linked as (
  insert into amc_order_purchase (amc_order_id, purchase_id)
  select amc_order_id, (purchase ->> 'purchaseId')::bigint
  from made, told, jsonb_array_elements(payload -> 'purchases') as purchase
), sent as (
  insert into outbox (idempotency_key, amc_order_id, payload, next_attempt_at)
  select :'key', amc_order_id, payload, now() from made, told
)
insert into audit (at, action, details)
  select now(), 'AMC_ORDERS_CREATED', jsonb_build_object('purchases', jsonb_array_length(payload -> 'purchases'),
    'orders', jsonb_build_array(jsonb_build_object('amcOrderId', amc_order_id, 'amount', payload ->> 'amount')),
    'by', session_user)
  from made, told;
commit;
