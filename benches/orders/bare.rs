//! The bare loop: the calls that the desk makes, with reqwest and nothing else. Each task asks for
//! the rates of an order, buys the cheapest with the label inside the answer, and sends the label to
//! the printer.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use postroom::base::clock::Stopwatch;
use postroom::base::tls;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::practice::PracticeProcess;

pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A signed-in client.
pub struct BareClient {
    client: Client,
    base_url: String,
    bearer: String,
    printer: SocketAddr,
}

impl BareClient {
    pub async fn sign_in(
        service: &PracticeProcess,
        printer: SocketAddr,
    ) -> Result<Arc<Self>, Failure> {
        tls::install_provider();
        let mut me = Self {
            client: Client::builder().no_proxy().tcp_nodelay(true).build()?,
            base_url: service.text("baseUrl").to_owned(),
            bearer: String::new(),
            printer,
        };
        let secrets = json!({
            "apiKey": service.text("apiKey"), "apiSecret": service.text("apiSecret"),
            "userName": service.text("userName"), "password": service.text("password"),
        });
        let url = format!("{}/Account/Token", me.base_url);
        let token = me.post(&url, &secrets, "").await?;
        me.bearer = format!("Bearer {}", token["token"].as_str().ok_or("no token")?);
        Ok(Arc::new(me))
    }

    /// A call of the practice service that has no counterpart in the interface.
    pub async fn practice(
        &self,
        service: &PracticeProcess,
        route: &str,
        body: &Value,
    ) -> Result<(), Failure> {
        let url = format!("{}/{route}", service.text("practiceUrl"));
        self.post(&url, body, "").await.map(drop)
    }

    async fn post(&self, url: &str, body: &Value, transaction: &str) -> Result<Value, Failure> {
        let mut request = self
            .client
            .post(url)
            .header("Content-Type", "application/json")
            .body(serde_json::to_vec(body)?);
        if !self.bearer.is_empty() {
            request = request.header("Authorization", &self.bearer);
        }
        if !transaction.is_empty() {
            request = request.header("transactionId", transaction);
        }
        let answer = request.send().await?;
        let status = answer.status();
        let bytes = answer.bytes().await?;
        if !status.is_success() {
            return Err(format!("{url}: {status} {}", String::from_utf8_lossy(&bytes)).into());
        }
        Ok(serde_json::from_slice(&bytes)?)
    }

    async fn ship(&self, number: usize) -> Result<(), Failure> {
        let mut order = json!({
            "fromAddress": {"name": "Practice Shop", "street1": "233 S Wacker Dr",
                            "city": "Chicago", "state": "IL", "zip": "60606", "country": "US"},
            "toAddress": {"name": format!("Jane Sample {number}"), "street1": "350 5th Ave",
                          "city": "New York", "state": "NY", "zip": "10118", "country": "US"},
            "packages": [{"packageType": "Parcel", "weight": 1.5, "weightUnit": "lb",
                          "length": 10, "width": 6, "height": 4, "dimensionUnit": "in"}],
        });
        let url = format!("{}/ShipmentRate", self.base_url);
        let answer = self.post(&url, &order, "").await?;
        let rates = answer["rates"].as_array().ok_or("no rates")?;
        let fee = |rate: &&Value| rate["totalFee"].as_f64().unwrap_or(f64::INFINITY);
        let cheapest = rates.iter().min_by(|a, b| fee(a).total_cmp(&fee(b)));
        let cheapest = cheapest.ok_or("no rate")?;
        order["service"] = cheapest["finalService"].clone();
        order["carrierAccountId"] = cheapest["carrierAccountId"].clone();
        order["postageLabel"] = json!({"labelType": "Base64", "labelFileType": "ZPL",
                                       "labelSize": "4x6", "labelOrientation": "Portrait"});
        let transaction = uuid::Uuid::new_v4().to_string();
        let url = format!("{}/Shipment", self.base_url);
        let bought = self.post(&url, &order, &transaction).await?;
        let label = bought["postageLabel"]["labels"][0].as_str();
        let label = STANDARD.decode(label.ok_or("no label")?)?;
        let mut line = TcpStream::connect(self.printer).await?;
        line.write_all(&label).await?;
        line.shutdown().await?;
        Ok(())
    }
}

/// Ships so many orders, `at_once` at a time. Returns how long it took.
pub async fn ship_all(
    client: &Arc<BareClient>,
    orders: usize,
    at_once: usize,
) -> Result<Duration, Failure> {
    let next = Arc::new(AtomicUsize::new(0));
    let watch = Stopwatch::start();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..at_once {
        let (client, next) = (Arc::clone(client), Arc::clone(&next));
        tasks.spawn(async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= orders {
                    return Ok::<(), Failure>(());
                }
                client.ship(number).await?;
            }
        });
    }
    while let Some(task) = tasks.join_next().await {
        task??;
    }
    Ok(watch.elapsed())
}
