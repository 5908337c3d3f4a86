// Jest. POSTROOM_SERVICE is the program: POSTROOM_SERVICE=./postroom-service npx jest labels.test.js
const { spawn } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

let server, service;

async function call(method, url, body, headers = {}) {
    const answer = await fetch(url, {
        method, headers: { 'Content-Type': 'application/json', ...headers }, body: body && JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
}

beforeAll(async () => {
    const ready = join(mkdtempSync(join(tmpdir(), 'practice-')), 'ready.json');
    server = spawn(process.env.POSTROOM_SERVICE, ['--seed', '7', '--port', '0', '--ready-file', ready]);
    while (!existsSync(ready)) {
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    service = JSON.parse(readFileSync(ready, 'utf8'));
});

afterAll(() => server.kill());

test('a lost answer is found by its transaction id', async () => {
    const { body: account } = await call('POST', `${service.practiceUrl}/accounts`, { name: 'jest' });
    const { apiKey, apiSecret, userName, password } = account;
    const signedIn = await call('POST', `${service.baseUrl}/Account/Token`, { apiKey, apiSecret, userName, password });
    const token = { Authorization: `Bearer ${signedIn.body.token}` };
    const jane = { name: 'Jane Sample', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };
    const order = {
        fromAddress: jane, toAddress: jane, service: 'PriorityMail',
        packages: [{ weight: 1, length: 8, width: 6, height: 4 }],
        carrierAccountId: account.carrierAccounts['POST-eVS'],
    };
    await call('POST', `${service.practiceUrl}/faults`, { apiKey, call: 'POST /Shipment', kind: 'cut_after_commit' });
    const lost = call('POST', `${service.baseUrl}/Shipment`, order, { ...token, transactionId: 'order-1' });
    await expect(lost).rejects.toThrow();
    const found = await call('GET', `${service.baseUrl}/Shipment?key=TransactionId&value=order-1`, undefined, token);
    expect(found.body.transactionId).toBe('order-1');
});
