-- Each start of a sign-on, which anyone may ask for, deletes the sign-ons that have expired.
create index sign_on_by_expiry on sign_on (expires_at);
