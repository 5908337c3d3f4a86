SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA postroom;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE postroom.address_sequence (
    one boolean DEFAULT true NOT NULL,
    last bigint NOT NULL,
    CONSTRAINT address_sequence_one_check CHECK (one)
)
WITH (fillfactor='10', autovacuum_vacuum_threshold='50');

CREATE TABLE postroom.addresses (
    key text NOT NULL COLLATE pg_catalog."C",
    sequence bigint NOT NULL,
    revision bigint NOT NULL,
    json text NOT NULL,
    groups text NOT NULL,
    is_removed boolean NOT NULL,
    changed timestamp with time zone NOT NULL,
    changed_by text NOT NULL
);

CREATE TABLE postroom.claims (
    order_id text NOT NULL,
    transaction_id text NOT NULL,
    station text NOT NULL,
    purchase text NOT NULL,
    body bytea NOT NULL,
    wanted_by text,
    wanted_since timestamp with time zone
)
WITH (fillfactor='50', autovacuum_vacuum_threshold='50');

CREATE TABLE postroom.documents (
    kind text NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    rank bigint NOT NULL,
    json text NOT NULL,
    revision bigint NOT NULL,
    changed timestamp with time zone NOT NULL,
    changed_by text NOT NULL
);

CREATE TABLE postroom.format (
    one boolean DEFAULT true NOT NULL,
    version integer NOT NULL,
    oldest_writer integer NOT NULL,
    workspace text DEFAULT (gen_random_uuid())::text NOT NULL,
    CONSTRAINT format_one_check CHECK (one)
);

CREATE TABLE postroom.order_details (
    "position" bigint NOT NULL,
    json text NOT NULL,
    words tsvector NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02');

CREATE TABLE postroom.orders (
    "position" bigint NOT NULL,
    id text NOT NULL,
    revision bigint NOT NULL,
    source text NOT NULL COLLATE pg_catalog."C",
    number text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    recipient text NOT NULL COLLATE pg_catalog."C",
    ship_by text COLLATE pg_catalog."C",
    preset text,
    changed timestamp with time zone NOT NULL,
    changed_by text NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02');

ALTER TABLE postroom.orders ALTER COLUMN "position" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME postroom.orders_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE postroom.stations (
    name text NOT NULL,
    lease_until timestamp with time zone NOT NULL,
    version text NOT NULL,
    first_seen timestamp with time zone DEFAULT now() NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_threshold='50');

INSERT INTO postroom.address_sequence VALUES (true, 0);

INSERT INTO postroom.claims VALUES ('561db3b9-519c-87e3-ab9f-ba06f43a4601', 'fc07c521-72e6-46ca-9a02-030e7a047044', 'bench-1 6ce6fc5f', '{"environment":"TEST","account":"key-7deb3c02f1b8b012ba65","base_url":"http://127.0.0.1:33483/v3.1","call":"POST /Shipment","sequence":1,"expected":{"amount":6.88,"currency":"USD"},"title":"T00000 · Parcel Select DE to Jane Sample 0","scale_reading":null,"server_time":"2026-11-30T07:54:02.032443364Z","begun":"2026-11-30T07:54:02.826844416Z"}', '\x7b2266726f6d41646472657373223a7b226e616d65223a2250726163746963652053686f70222c2273747265657431223a223233332053205761636b6572204472222c2263697479223a224368696361676f222c227374617465223a22494c222c227a6970223a223630363036222c22636f756e747279223a225553227d2c22746f41646472657373223a7b226e616d65223a224a616e652053616d706c652030222c2273747265657431223a223335302035746820417665222c2263697479223a224e657720596f726b222c227374617465223a224e59222c227a6970223a223130313138222c22636f756e747279223a225553227d2c227061636b61676573223a5b7b227061636b61676554797065223a2250617263656c222c226c656e677468223a31302e302c227769647468223a362e302c22686569676874223a342e302c2264696d656e73696f6e556e6974223a22696e222c22776569676874223a312e302c22776569676874556e6974223a226c62227d5d2c2273657276696365223a2250617263656c53656c6563744445222c22636172726965724163636f756e744964223a2234663734616235362d663464622d346635342d393139642d323965353039383732646132222c22706f73746167654c6162656c223a7b226c6162656c54797065223a22426173653634222c226c6162656c46696c6554797065223a22504446222c226c6162656c53697a65223a22347836222c226c6162656c4f7269656e746174696f6e223a22506f727472616974222c22637573746f6d5465787431223a22543030303030227d7d', 'bench-1 9b25fb94', '2026-11-30 07:54:04.078265+00');
INSERT INTO postroom.claims VALUES ('5fd221cc-b47b-8a4a-b477-f9f5fd3ec1ae', '2e19f31c-7482-4489-aabc-71cc508da8a3', 'bench-1 6ce6fc5f', '{"environment":"TEST","account":"key-7deb3c02f1b8b012ba65","base_url":"http://127.0.0.1:33483/v3.1","call":"POST /Shipment","sequence":1,"expected":{"amount":6.88,"currency":"USD"},"title":"T00001 · Parcel Select DE to Jane Sample 1","scale_reading":null,"server_time":"2026-11-30T07:54:02.032896686Z","begun":"2026-11-30T07:54:02.827359781Z"}', '\x7b2266726f6d41646472657373223a7b226e616d65223a2250726163746963652053686f70222c2273747265657431223a223233332053205761636b6572204472222c2263697479223a224368696361676f222c227374617465223a22494c222c227a6970223a223630363036222c22636f756e747279223a225553227d2c22746f41646472657373223a7b226e616d65223a224a616e652053616d706c652031222c2273747265657431223a223335302035746820417665222c2263697479223a224e657720596f726b222c227374617465223a224e59222c227a6970223a223130313138222c22636f756e747279223a225553227d2c227061636b61676573223a5b7b227061636b61676554797065223a2250617263656c222c226c656e677468223a31302e302c227769647468223a362e302c22686569676874223a342e302c2264696d656e73696f6e556e6974223a22696e222c22776569676874223a312e312c22776569676874556e6974223a226c62227d5d2c2273657276696365223a2250617263656c53656c6563744445222c22636172726965724163636f756e744964223a2234663734616235362d663464622d346635342d393139642d323965353039383732646132222c22706f73746167654c6162656c223a7b226c6162656c54797065223a22426173653634222c226c6162656c46696c6554797065223a22504446222c226c6162656c53697a65223a22347836222c226c6162656c4f7269656e746174696f6e223a22506f727472616974222c22637573746f6d5465787431223a22543030303031227d7d', 'bench-1 9b25fb94', '2026-11-30 07:54:04.078265+00');
INSERT INTO postroom.claims VALUES ('6b6f4727-4342-8503-a808-5fb955043789', '95d184e3-bd26-4372-bf7c-4bd97be20f3d', 'bench-1 6ce6fc5f', '{"environment":"TEST","account":"key-7deb3c02f1b8b012ba65","base_url":"http://127.0.0.1:33483/v3.1","call":"POST /Shipment","sequence":1,"expected":{"amount":6.88,"currency":"USD"},"title":"T00002 · Parcel Select DE to Jane Sample 2","scale_reading":null,"server_time":"2026-11-30T07:54:02.033331831Z","begun":"2026-11-30T07:54:02.827795076Z"}', '\x7b2266726f6d41646472657373223a7b226e616d65223a2250726163746963652053686f70222c2273747265657431223a223233332053205761636b6572204472222c2263697479223a224368696361676f222c227374617465223a22494c222c227a6970223a223630363036222c22636f756e747279223a225553227d2c22746f41646472657373223a7b226e616d65223a224a616e652053616d706c652032222c2273747265657431223a223335302035746820417665222c2263697479223a224e657720596f726b222c227374617465223a224e59222c227a6970223a223130313138222c22636f756e747279223a225553227d2c227061636b61676573223a5b7b227061636b61676554797065223a2250617263656c222c226c656e677468223a31302e302c227769647468223a362e302c22686569676874223a342e302c2264696d656e73696f6e556e6974223a22696e222c22776569676874223a312e322c22776569676874556e6974223a226c62227d5d2c2273657276696365223a2250617263656c53656c6563744445222c22636172726965724163636f756e744964223a2234663734616235362d663464622d346635342d393139642d323965353039383732646132222c22706f73746167654c6162656c223a7b226c6162656c54797065223a22426173653634222c226c6162656c46696c6554797065223a22504446222c226c6162656c53697a65223a22347836222c226c6162656c4f7269656e746174696f6e223a22506f727472616974222c22637573746f6d5465787431223a22543030303032227d7d', 'bench-1 9b25fb94', '2026-11-30 07:54:04.078265+00');
INSERT INTO postroom.claims VALUES ('82f9738a-d32a-88bb-b52d-880a82e9a06c', '98f4a13a-582e-4fa0-9acc-36b97016ef8a', 'bench-1 6ce6fc5f', '{"environment":"TEST","account":"key-7deb3c02f1b8b012ba65","base_url":"http://127.0.0.1:33483/v3.1","call":"POST /Shipment","sequence":1,"expected":{"amount":6.88,"currency":"USD"},"title":"T00003 · Parcel Select DE to Jane Sample 3","scale_reading":null,"server_time":"2026-11-30T07:54:02.03375558Z","begun":"2026-11-30T07:54:02.828220007Z"}', '\x7b2266726f6d41646472657373223a7b226e616d65223a2250726163746963652053686f70222c2273747265657431223a223233332053205761636b6572204472222c2263697479223a224368696361676f222c227374617465223a22494c222c227a6970223a223630363036222c22636f756e747279223a225553227d2c22746f41646472657373223a7b226e616d65223a224a616e652053616d706c652033222c2273747265657431223a223335302035746820417665222c2263697479223a224e657720596f726b222c227374617465223a224e59222c227a6970223a223130313138222c22636f756e747279223a225553227d2c227061636b61676573223a5b7b227061636b61676554797065223a2250617263656c222c226c656e677468223a31302e302c227769647468223a362e302c22686569676874223a342e302c2264696d656e73696f6e556e6974223a22696e222c22776569676874223a312e332c22776569676874556e6974223a226c62227d5d2c2273657276696365223a2250617263656c53656c6563744445222c22636172726965724163636f756e744964223a2234663734616235362d663464622d346635342d393139642d323965353039383732646132222c22706f73746167654c6162656c223a7b226c6162656c54797065223a22426173653634222c226c6162656c46696c6554797065223a22504446222c226c6162656c53697a65223a22347836222c226c6162656c4f7269656e746174696f6e223a22506f727472616974222c22637573746f6d5465787431223a22543030303033227d7d', 'bench-1 9b25fb94', '2026-11-30 07:54:04.078265+00');

INSERT INTO postroom.documents VALUES ('order-keys', 'workspace', '', 0, '"fb72d937-cfb9-413a-af27-dcfcff0d1fe2"', 1, '2026-11-30 07:54:02.751315+00', 'bench-1');

INSERT INTO postroom.format VALUES (true, 5, 1, '25b20fed-0a05-486e-b1c7-5053def7950f');

INSERT INTO postroom.order_details VALUES (2, '{"number":"T00001","source":"Import","to":{"name":"Jane Sample 1","street1":"350 5th Ave","city":"New York","state":"NY","zip":"10118","country":"US"},"parcels":[{"kind":"Parcel","weight":"1.1","weight_unit":"lb","length":"10","width":"6","height":"4","length_unit":"in"}],"quote":{"rate":{"id":"08686dbd-e414-47ef-a0bb-42af5af23992","carrierAccountName":"Postal Service","carrierCode":"POST-eVS","carrierAccountId":"4f74ab56-f4db-4f54-919d-29e509872da2","finalService":"ParcelSelectDE","totalFee":6.88,"fees":[{"packageNumber":1,"type":"Base","fee":6.88,"ratingType":"DimensionalWeightAndZone"}],"currency":"USD","deliveryDays":6.0,"deliveryDate":"2026-12-07T20:00:00.000Z","deliveryDateGuaranteed":false,"zone":"5","createdDate":"2026-11-30T07:54:02.776"},"inputs":"a7802f596ad73a81a7ca8b5818a2c1b06a1487f29cf8cc66f02b16fabccd1c54","at":"2026-11-30T07:54:02.789438919Z","scope":"TEST/key-7deb3c02f1b8b012ba65","changed_from":null},"labels":[{"sequence":1,"transaction":"2e19f31c-7482-4489-aabc-71cc508da8a3","scope":"TEST/key-7deb3c02f1b8b012ba65","station":"bench-1 6ce6fc5f","signed":"bench-1","status":"in-doubt","begun":"2026-11-30T07:54:02.827359781Z","expected":{"amount":6.88,"currency":"USD"},"charged":null,"carrier":"POST-eVS","service":"Parcel Select DE","bought":null,"shipment":null,"tracking_numbers":[],"prints":[],"manifest":null,"handed_over":null,"is_return":false,"refusal":"","write_back":"not-wanted","exported":[],"refund":null}],"digest":"f9389dc5e6f7902253a1622e76aaf8333525660be963f6bb95db6bea92c97648","imported":"name\tJane Sample 1\nstreet1\t350 5th Ave\ncity\tNew York\nstate\tNY\nzip\t10118\ncountry\tUS\nweight\t1.1 lb\nsize\t10 x 6 x 4 in\n"}', '''1'':5 ''10118'':12 ''350'':6 ''5th'':7 ''ave'':8 ''import'':2 ''jane'':3 ''new'':9 ''ny'':11 ''sample'':4 ''t00001'':1 ''us'':13 ''york'':10');
INSERT INTO postroom.order_details VALUES (3, '{"number":"T00002","source":"Import","to":{"name":"Jane Sample 2","street1":"350 5th Ave","city":"New York","state":"NY","zip":"10118","country":"US"},"parcels":[{"kind":"Parcel","weight":"1.2","weight_unit":"lb","length":"10","width":"6","height":"4","length_unit":"in"}],"quote":{"rate":{"id":"3a9b38e8-67b2-4d4c-bf40-509f38002303","carrierAccountName":"Postal Service","carrierCode":"POST-eVS","carrierAccountId":"4f74ab56-f4db-4f54-919d-29e509872da2","finalService":"ParcelSelectDE","totalFee":6.88,"fees":[{"packageNumber":1,"type":"Base","fee":6.88,"ratingType":"DimensionalWeightAndZone"}],"currency":"USD","deliveryDays":6.0,"deliveryDate":"2026-12-07T20:00:00.000Z","deliveryDateGuaranteed":false,"zone":"5","createdDate":"2026-11-30T07:54:02.772"},"inputs":"14a22cae04e6a1bdde4bd3f1ddd617be7cc3a76e59a4d3e6396fa11cf7559a56","at":"2026-11-30T07:54:02.786435424Z","scope":"TEST/key-7deb3c02f1b8b012ba65","changed_from":null},"labels":[{"sequence":1,"transaction":"95d184e3-bd26-4372-bf7c-4bd97be20f3d","scope":"TEST/key-7deb3c02f1b8b012ba65","station":"bench-1 6ce6fc5f","signed":"bench-1","status":"in-doubt","begun":"2026-11-30T07:54:02.827795076Z","expected":{"amount":6.88,"currency":"USD"},"charged":null,"carrier":"POST-eVS","service":"Parcel Select DE","bought":null,"shipment":null,"tracking_numbers":[],"prints":[],"manifest":null,"handed_over":null,"is_return":false,"refusal":"","write_back":"not-wanted","exported":[],"refund":null}],"digest":"12d19dfc8e656e460fc05a9d54ac6d09c761ef93ccf8951e56d274dcc02515c8","imported":"name\tJane Sample 2\nstreet1\t350 5th Ave\ncity\tNew York\nstate\tNY\nzip\t10118\ncountry\tUS\nweight\t1.2 lb\nsize\t10 x 6 x 4 in\n"}', '''10118'':12 ''2'':5 ''350'':6 ''5th'':7 ''ave'':8 ''import'':2 ''jane'':3 ''new'':9 ''ny'':11 ''sample'':4 ''t00002'':1 ''us'':13 ''york'':10');
INSERT INTO postroom.order_details VALUES (1, '{"number":"T00000","source":"Import","to":{"name":"Jane Sample 0","street1":"350 5th Ave","city":"New York","state":"NY","zip":"10118","country":"US"},"parcels":[{"kind":"Parcel","weight":"1","weight_unit":"lb","length":"10","width":"6","height":"4","length_unit":"in"}],"quote":{"rate":{"id":"b1624930-e628-4836-a70d-12e2d05651c3","carrierAccountName":"Postal Service","carrierCode":"POST-eVS","carrierAccountId":"4f74ab56-f4db-4f54-919d-29e509872da2","finalService":"ParcelSelectDE","totalFee":6.88,"fees":[{"packageNumber":1,"type":"Base","fee":6.88,"ratingType":"DimensionalWeightAndZone"}],"currency":"USD","deliveryDays":6.0,"deliveryDate":"2026-12-07T20:00:00.000Z","deliveryDateGuaranteed":false,"zone":"5","createdDate":"2026-11-30T07:54:02.789"},"inputs":"6376206a0f1c492557eef63c3d97d2f730b091aa260359349f64669789e98333","at":"2026-11-30T07:54:02.794863514Z","scope":"TEST/key-7deb3c02f1b8b012ba65","changed_from":null},"labels":[{"sequence":1,"transaction":"fc07c521-72e6-46ca-9a02-030e7a047044","scope":"TEST/key-7deb3c02f1b8b012ba65","station":"bench-1 6ce6fc5f","signed":"bench-1","status":"in-doubt","begun":"2026-11-30T07:54:02.826844416Z","expected":{"amount":6.88,"currency":"USD"},"charged":null,"carrier":"POST-eVS","service":"Parcel Select DE","bought":null,"shipment":null,"tracking_numbers":[],"prints":[],"manifest":null,"handed_over":null,"is_return":false,"refusal":"","write_back":"not-wanted","exported":[],"refund":null}],"digest":"9b662c99c88c8148d155f8feae5bd15ec98b391d43e27bdabd31dd96f84eba0e","imported":"name\tJane Sample 0\nstreet1\t350 5th Ave\ncity\tNew York\nstate\tNY\nzip\t10118\ncountry\tUS\nweight\t1 lb\nsize\t10 x 6 x 4 in\n"}', '''0'':5 ''10118'':12 ''350'':6 ''5th'':7 ''ave'':8 ''import'':2 ''jane'':3 ''new'':9 ''ny'':11 ''sample'':4 ''t00000'':1 ''us'':13 ''york'':10');
INSERT INTO postroom.order_details VALUES (4, '{"number":"T00003","source":"Import","to":{"name":"Jane Sample 3","street1":"350 5th Ave","city":"New York","state":"NY","zip":"10118","country":"US"},"parcels":[{"kind":"Parcel","weight":"1.3","weight_unit":"lb","length":"10","width":"6","height":"4","length_unit":"in"}],"quote":{"rate":{"id":"bef1455d-bede-49d2-a6c3-3e656f56a024","carrierAccountName":"Postal Service","carrierCode":"POST-eVS","carrierAccountId":"4f74ab56-f4db-4f54-919d-29e509872da2","finalService":"ParcelSelectDE","totalFee":6.88,"fees":[{"packageNumber":1,"type":"Base","fee":6.88,"ratingType":"DimensionalWeightAndZone"}],"currency":"USD","deliveryDays":6.0,"deliveryDate":"2026-12-07T20:00:00.000Z","deliveryDateGuaranteed":false,"zone":"5","createdDate":"2026-11-30T07:54:02.772"},"inputs":"21abf74cc88b9c70ec0076ff1b61f24835539c3559512b694e0837f4a04b6adf","at":"2026-11-30T07:54:02.785181905Z","scope":"TEST/key-7deb3c02f1b8b012ba65","changed_from":null},"labels":[{"sequence":1,"transaction":"98f4a13a-582e-4fa0-9acc-36b97016ef8a","scope":"TEST/key-7deb3c02f1b8b012ba65","station":"bench-1 6ce6fc5f","signed":"bench-1","status":"in-doubt","begun":"2026-11-30T07:54:02.828220007Z","expected":{"amount":6.88,"currency":"USD"},"charged":null,"carrier":"POST-eVS","service":"Parcel Select DE","bought":null,"shipment":null,"tracking_numbers":[],"prints":[],"manifest":null,"handed_over":null,"is_return":false,"refusal":"","write_back":"not-wanted","exported":[],"refund":null}],"digest":"8a1d7855bccc871339f15bd43480bb5bd3da891dad2cca71019e7d672aee1591","imported":"name\tJane Sample 3\nstreet1\t350 5th Ave\ncity\tNew York\nstate\tNY\nzip\t10118\ncountry\tUS\nweight\t1.3 lb\nsize\t10 x 6 x 4 in\n"}', '''10118'':12 ''3'':5 ''350'':6 ''5th'':7 ''ave'':8 ''import'':2 ''jane'':3 ''new'':9 ''ny'':11 ''sample'':4 ''t00003'':1 ''us'':13 ''york'':10');

INSERT INTO postroom.orders OVERRIDING SYSTEM VALUE VALUES (1, '561db3b9-519c-87e3-ab9f-ba06f43a4601', 4, 'Import', 'T00000', 'in-doubt', 'Jane Sample 0', NULL, NULL, '2026-11-30 07:54:02.941493+00', 'bench-1');
INSERT INTO postroom.orders OVERRIDING SYSTEM VALUE VALUES (2, '5fd221cc-b47b-8a4a-b477-f9f5fd3ec1ae', 4, 'Import', 'T00001', 'in-doubt', 'Jane Sample 1', NULL, NULL, '2026-11-30 07:54:02.941493+00', 'bench-1');
INSERT INTO postroom.orders OVERRIDING SYSTEM VALUE VALUES (3, '6b6f4727-4342-8503-a808-5fb955043789', 4, 'Import', 'T00002', 'in-doubt', 'Jane Sample 2', NULL, NULL, '2026-11-30 07:54:02.941493+00', 'bench-1');
INSERT INTO postroom.orders OVERRIDING SYSTEM VALUE VALUES (4, '82f9738a-d32a-88bb-b52d-880a82e9a06c', 4, 'Import', 'T00003', 'in-doubt', 'Jane Sample 3', NULL, NULL, '2026-11-30 07:54:02.941493+00', 'bench-1');

INSERT INTO postroom.stations VALUES ('bench-1 6ce6fc5f', '2026-11-30 07:54:01.82948+00', '0.1.0', '2026-11-30 07:54:02.82948+00');

SELECT pg_catalog.setval('postroom.orders_position_seq', 4, true);

ALTER TABLE ONLY postroom.address_sequence
    ADD CONSTRAINT address_sequence_pkey PRIMARY KEY (one);

ALTER TABLE ONLY postroom.addresses
    ADD CONSTRAINT addresses_pkey PRIMARY KEY (key);

ALTER TABLE ONLY postroom.addresses
    ADD CONSTRAINT addresses_sequence_key UNIQUE (sequence);

ALTER TABLE ONLY postroom.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY postroom.claims
    ADD CONSTRAINT claims_transaction_id_key UNIQUE (transaction_id);

ALTER TABLE ONLY postroom.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (kind, key);

ALTER TABLE ONLY postroom.format
    ADD CONSTRAINT format_pkey PRIMARY KEY (one);

ALTER TABLE ONLY postroom.order_details
    ADD CONSTRAINT order_details_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY postroom.orders
    ADD CONSTRAINT orders_id_key UNIQUE (id);

ALTER TABLE ONLY postroom.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY postroom.orders
    ADD CONSTRAINT orders_source_number_key UNIQUE (source, number);

ALTER TABLE ONLY postroom.stations
    ADD CONSTRAINT stations_pkey PRIMARY KEY (name);

CREATE INDEX addresses_by_text ON postroom.addresses USING btree (md5(json)) WHERE (NOT is_removed);

CREATE INDEX claims_by_station ON postroom.claims USING btree (station);

CREATE INDEX claims_wanted ON postroom.claims USING btree (station) WHERE (wanted_by IS NOT NULL);

CREATE INDEX order_details_by_word ON postroom.order_details USING gin (words);

CREATE INDEX orders_by_change ON postroom.orders USING brin (changed);

CREATE INDEX orders_by_number ON postroom.orders USING hash (number);

CREATE INDEX orders_by_recipient ON postroom.orders USING btree ("left"(lower(recipient), 200), "position");

CREATE INDEX orders_by_state ON postroom.orders USING btree (state, "position");

