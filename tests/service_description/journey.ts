// A client that another tool made of the service's description, through a whole journey. The folder
// `client` is that of the generator; `run` makes it.
import { readFileSync } from 'node:fs';
import {
    AccountApi, AddressApi, Configuration, LabelApi, ManifestApi, ShipmentApi, ShipmentRateApi, TrackingApi,
} from './client';

function check(holds: boolean, what: string): void {
    if (!holds) {
        throw new Error(what);
    }
    console.log(`ok: ${what}`);
}

async function journey(): Promise<void> {
    const ready = JSON.parse(readFileSync(process.argv[2]!, 'utf8'));
    const account = ready.accounts[0];
    const open = new Configuration({ basePath: ready.baseUrl });
    const { apiKey, apiSecret, userName, password } = account;
    const { token } = await new AccountApi(open).postAccountToken({
        tokenRequest: { apiKey, apiSecret, userName, password },
    });
    const config = new Configuration({ basePath: ready.baseUrl, accessToken: token });

    const jane = { name: 'Jane Sample', street1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118' };
    const stored = await new AddressApi(config).postAddress({ addressInput: { ...jane, save: true, verify: true } });
    check(stored.verificationStatus === 'Success' && stored.id !== undefined, 'an address is stored and checked');

    const fromAddress = { name: 'Sample Shop', street1: '233 S Wacker Dr', city: 'Chicago', state: 'IL', zip: '60606' };
    const wish = {
        fromAddress,
        toAddress: { id: stored.id },
        packages: [{ weight: 1.5, length: 10, width: 6, height: 4 }],
    };
    const carrierAccountId: string = account.carrierAccounts['POST-eVS'];
    const rated = await new ShipmentRateApi(config).postShipmentRate({ rateRequest: { ...wish, carrierAccountId } });
    const cheapest = rated.rates.reduce((best, rate) => (rate.totalFee < best.totalFee ? rate : best));
    check(cheapest.totalFee > 0, `${rated.rates.length} rates, from ${cheapest.totalFee}`);

    const shipments = new ShipmentApi(config);
    const buy = async (transactionId: string) => {
        const shipmentRequest = { ...wish, carrierAccountId, service: cheapest.finalService as never };
        return await shipments.postShipment({ transactionId, shipmentRequest });
    };
    const [first, second] = [await buy('journey-1'), await buy('journey-2')];
    check(first.rates?.[0]?.totalFee === cheapest.totalFee, 'a label costs what its rate says');

    const label = await shipments.getShipmentIdLabel({ id: first.id });
    const address = label.labels[0]!;
    const file = await new LabelApi(open).getLabelToken({ token: address.split('/').pop()! });
    const bytes = Buffer.from(await file.arrayBuffer());
    check(bytes.subarray(0, 5).toString() === '%PDF-', `the label is a PDF of ${bytes.length} bytes`);

    const refunded = await shipments.postShipmentRefund({
        transactionId: 'journey-refund', refundRequest: { key: 'Id', value: first.id },
    });
    check(refunded.refundStatus === 'Initiated', 'a refund is initiated');

    const manifests = new ManifestApi(config);
    const manifestRequest = { fromAddress, carrierAccountId, key: 'Id' as const, value: [second.id], async: false };
    const manifest = await manifests.postManifest({ manifestRequest });
    check(manifest.messageCode === 'MANIFEST_GENERATED' && manifest.formUrl !== undefined, 'a manifest has its form');

    const number = second.tracking.trackingNumber;
    const tracked = await new TrackingApi(config).getTracking({ key: 'TrackingNumber', value: number });
    check(tracked.status === 'PreTransit' && tracked.trackingDetails.length > 0, 'a parcel is tracked');
}

journey().catch(async (error) => {
    console.error(error?.response ? `${error.response.status} ${await error.response.text()}` : error);
    process.exit(1);
});
