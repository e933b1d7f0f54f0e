-- The identity provider's session as JSON, which a sign-out may end; null where no single logout is set up.
alter table sign_on add column provider_session jsonb;
alter table session add column provider_session jsonb;

-- Providers spell a name in capitals or not.
create index app_user_by_lower_name on app_user (lower(username));
