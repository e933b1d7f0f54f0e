-- A text as people search and sort it: small letters without accents and invisible characters, plain apostrophes and
-- dashes, single blanks, no apostrophe at the end of a word, where it stands for an accent (NICCOLO'). The same on every
-- database, whatever its locale: contract/rules/folded-text.ts says the same for screens.
create function fold_text(typed text) returns text language sql immutable parallel safe
return btrim(regexp_replace(
  replace(replace(replace(replace(
    translate(
      lower(regexp_replace(
        normalize(translate(normalize(typed), '‘’‚‛ʹʻʼ′´`“”„‟″‐‑‒–—―−', '''''''''''''''''''''"""""-------'), nfkd),
        '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u0300-\u036f\u061c\u115f\u1160\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]+',
        '', 'g'
      ) collate "C"),
      'ÆÐØÞðøĐđĦħıŁłŊŒŦŧƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎ'
        'ͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿ'
        'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮ'
        'ẞỺỼỾ',
      'ædoþdoddhhillŋœttɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏ'
        'ͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽ'
        'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯ'
        'ßỻỽỿ'
    ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  '''*[\s\u0085\u2028\u2029]+|''+$', ' ', 'g'
));

-- `lower_name` of products stays for the processes of the release before.
alter table asl
  add column folded_code text collate "C" not null generated always as (fold_text(code)) stored,
  add column folded_name text collate "C" not null generated always as (fold_text(name)) stored;
alter table business
  add column folded_company_name text collate "C" not null generated always as (fold_text(company_name)) stored;
alter table store
  add column folded_code text collate "C" not null generated always as (fold_text(code)) stored,
  add column folded_name text collate "C" not null generated always as (fold_text(name)) stored,
  add column folded_address text collate "C" not null generated always as (fold_text(address)) stored,
  add column folded_city text collate "C" not null generated always as (fold_text(city)) stored;
alter table app_user
  add column folded_username text collate "C" not null generated always as (fold_text(username)) stored,
  add column folded_last_name text collate "C" not null generated always as (fold_text(last_name)) stored;
alter table category add column folded_name text collate "C" not null generated always as (fold_text(name)) stored;
alter table manufacturer add column folded_name text collate "C" not null generated always as (fold_text(name)) stored;
alter table product add column folded_name text collate "C" not null generated always as (fold_text(name)) stored;
alter table patient
  add column folded_first_name text collate "C" not null generated always as (fold_text(first_name)) stored,
  add column folded_last_name text collate "C" not null generated always as (fold_text(last_name)) stored;

-- Each finds a text by its beginning, and gives the order of a list.
drop index business_by_name, business_by_company_name_prefix, business_disabled;
create index business_by_name on business (folded_company_name, company_name, business_id);
create index business_disabled on business (folded_company_name, company_name, business_id)
  where disabled_at is not null;
drop index store_by_name, store_by_name_prefix, store_by_city, store_by_city_prefix, store_by_code_prefix, store_disabled;
create index store_by_code on store (folded_code, code, store_id);
create index store_by_name on store (folded_name, name, store_id);
create index store_by_city on store (folded_city, city, store_id);
create index store_disabled on store (folded_name, name, store_id) where disabled_at is not null;
drop index app_user_by_last_name, app_user_by_last_name_prefix, app_user_by_username_prefix, app_user_disabled;
create index app_user_by_username on app_user (folded_username, username, user_id);
create index app_user_by_last_name on app_user (folded_last_name, last_name, user_id);
create index app_user_disabled on app_user (folded_last_name, last_name, user_id) where disabled_at is not null;
drop index manufacturer_by_name_prefix, category_by_name_prefix;
create index manufacturer_by_name on manufacturer (folded_name, name, manufacturer_id);
create index category_by_name on category (folded_name, name, category_id);
drop index product_by_name, product_by_any_name, product_by_name_prefix, product_disabled;
create index product_by_name on product (category_type, folded_name, name, product_id);
create index product_by_any_name on product (folded_name, name, product_id);
create index product_disabled on product (folded_name, name, product_id) where disabled_at is not null;
drop index patient_by_last_name, patient_by_last_name_prefix, patient_by_status;
create index patient_by_last_name on patient (folded_last_name, last_name, patient_id);
create index patient_by_status on patient (status, folded_last_name, last_name, patient_id);
