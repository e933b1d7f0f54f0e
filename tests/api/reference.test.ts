import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAsl, readMyAsl } from '#contract/calls/asl.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { listBusinesses, listMyBusinesses, readMyBusiness } from '#contract/calls/businesses.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { ASL, BUSINESSES, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

describeOnEachDatabase('reference data', (database) => {
  let server: TestServer;
  let aurora: string;
  let asl: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    aurora = await signInAs(server, USERS.aurora);
    asl = await signInAs(server, USERS.aslCagliari);
  });
  afterAll(() => server.close());

  async function storeIds(sort?: string) {
    const { stores } = await server.callOk(listMyStores, { query: { sort } }, { token: aurora });
    return stores.map((store) => store.storeId);
  }

  test('§7 users/me: who is signed in, with the profile in force', async () => {
    expect(await server.callOk(readCurrentUser, {}, { token: aurora })).toEqual({
      user: {
        username: USERS.aurora,
        userProfile: { profile: 'BUSINESS' },
        firstName: 'Nome',
        lastName: 'Cognome',
      },
    });
    const { user } = await server.callOk(readCurrentUser, {}, { token: asl });
    expect(user.userProfile.profile).toBe('ASL');
  });

  test('rules §1 businesses: all of them with their stores, without a token, by company name', async () => {
    const { businesses } = await server.callOk(listBusinesses, {});
    expect(businesses.map(({ companyName, stores }) => [companyName, stores?.map((store) => store.storeId)])).toEqual([
      ['Bottega Senza Glutine', [STORES.bottega]],
      ['Emporio del Corso', [STORES.corso]],
      ['Farmacia Aurora', [STORES.auroraCentro, STORES.auroraMare]],
    ]);
    expect(businesses[2]?.stores?.[0]).toEqual({
      storeId: STORES.auroraCentro,
      name: 'Aurora Centro',
      address: 'Via Garibaldi',
      streetNumber: '7',
      city: 'Cagliari',
      companyName: 'Farmacia Aurora',
      coordinates: [39.2, 9.1],
    });
  });

  test('§7 businesses: what an operator must not publish stays in the database', async () => {
    const answer = await fetch(new URL('/api/v1/businesses', server.url));
    const body = await answer.text();
    expect(body).toContain('Farmacia Aurora');
    expect(body).not.toMatch(/cancel|hash|scrypt/i);
  });

  test('§6 businesses/me/list: those between which the user may switch', async () => {
    const { businesses } = await server.callOk(listMyBusinesses, {}, { token: aurora });
    expect(businesses.map((business) => business.businessId)).toEqual([BUSINESSES.bottega, BUSINESSES.aurora]);
  });

  test('§7 businesses/me: the active business, absent fields as null', async () => {
    const { business } = await server.callOk(readMyBusiness, {}, { token: aurora });
    expect(business).toMatchObject({
      businessId: BUSINESSES.aurora,
      companyName: 'Farmacia Aurora',
      vat: '01234560925',
      phone: '070 000000',
    });
    expect(business.web).toBeUndefined();
  });

  test('§7 stores: those of the active business, in the order asked for', async () => {
    expect(await storeIds()).toEqual([STORES.auroraCentro, STORES.auroraMare]);
    expect(await storeIds('storeId')).toEqual([STORES.auroraCentro, STORES.auroraMare]);
    expect(await storeIds('storeId,desc')).toEqual([STORES.auroraMare, STORES.auroraCentro]);
    expect(await storeIds('city,name,desc')).toEqual([STORES.auroraMare, STORES.auroraCentro]);
    expect(await storeIds('address,storeId,asc')).toEqual([STORES.auroraCentro, STORES.auroraMare]);
  });

  test('§7 stores: a sort by an unknown field is 400 with its name', async () => {
    for (const sort of ['unknown', 'constructor,asc', 'storeId;drop']) {
      const refused = await server.call(listMyStores, { query: { sort } }, { token: aurora });
      expect(refused).toMatchObject({ status: 400, error: { description: 'INVALID_REQUEST', field: 'sort' } });
    }
  });

  test('§7 asl: all health authorities, for both profiles', async () => {
    for (const token of [aurora, asl]) {
      const { asls } = await server.callOk(listAsl, {}, { token });
      expect(asls.map(({ aslId }) => aslId)).toEqual([ASL.sassari, ASL.cagliari]);
    }
  });

  test('§7 asl/me: the authority of its user', async () => {
    expect(await server.callOk(readMyAsl, {}, { token: asl })).toEqual({
      asl: { aslId: ASL.cagliari, name: 'ASL n. 8 di Cagliari' },
    });
  });

  test('§6: a call that the profile may not make is 403, one without a token too', async () => {
    const shopCalls = [listMyBusinesses, readMyBusiness] as const;
    const notAllowed = { status: 403, error: { description: 'NOT_ALLOWED' } };
    for (const call of shopCalls) expect(await server.call(call, {}, { token: asl })).toMatchObject(notAllowed);
    expect(await server.call(listMyStores, { query: {} }, { token: asl })).toMatchObject(notAllowed);
    expect(await server.call(readMyAsl, {}, { token: aurora })).toMatchObject(notAllowed);
    for (const call of [...shopCalls, listAsl, readMyAsl, readCurrentUser] as const) {
      expect(await server.call(call, {})).toMatchObject({ status: 403, error: { description: 'NOT_AUTHENTICATED' } });
    }
  });
});
