//! What a run would do. Nothing is written, and nothing is bought; rates are asked for.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use crate::base::id::OrderId;
use crate::desk::flows::batch_run::import::{CHUNK, set_preset};
use crate::desk::flows::batch_run::portions::{rated, service_of};
use crate::desk::flows::batch_run::sorting::{Next, Standing};
use crate::desk::flows::batch_run::{Early, Run, Step, complain};
use crate::desk::kernel::batch_job::under_way::UnderWay;
use crate::desk::order_batches::work::{AT_ONCE, RateInquiry, RateRefusal, Rated};
use crate::desk::order_records::import::unattended::outcome_of;
use crate::orders::batch_report::{BatchGoal, BatchOrder, OrderEvent, RunEnd};
use crate::orders::import::merge::{ImportPlan, ImportStep, PlannedOrder};
use crate::orders::import::read_orders::SkipReason;
use crate::orders::order::Order;
use crate::orders::order_row::{is_readable, order_of_row, write_of};
use crate::orders::rules::{PreparedRules, apply_verdict};
use crate::store::workspace::OrderRow;
use crate::watched_folder::OrderOutcome;

/// Between two looks at the answers.
const PAUSE: Duration = Duration::from_millis(10);

/// An order that would be rated.
struct ToRate {
    name: BatchOrder,
    id: OrderId,
    order: Box<Order>,
}

impl Run<'_, '_> {
    pub(super) fn dry_run(&mut self) -> Step<()> {
        let plan = std::mem::take(&mut self.prepared.planned.plan);
        let ready = self.tell_plan(plan)?;
        match self.arguments.goal {
            BatchGoal::Import => Ok(()),
            BatchGoal::Rate | BatchGoal::Buy => self.rate_planned(ready),
        }
    }

    fn tell_plan(&mut self, plan: ImportPlan) -> Step<VecDeque<ToRate>> {
        let preview = &self.prepared.planned.preview;
        let source = preview.mapping.source.clone();
        for row in &preview.skipped {
            if row.reason != SkipReason::Blank {
                complain(&format!("row {}: {}", row.row, row.reason.text()));
            }
        }
        let basis = Arc::clone(&self.prepared.import.basis);
        let facts = basis.rule_facts();
        let rules = PreparedRules::new(&basis.rules, &facts);
        let mut ready = VecDeque::new();
        let mut orders = plan.orders.into_iter();
        while !orders.as_slice().is_empty() {
            let chunk: Vec<PlannedOrder> = orders.by_ref().take(CHUNK).collect();
            let rows = match self.prepared.planned.is_first {
                true => Vec::new(),
                false => {
                    let numbers = chunk.iter().map(|planned| planned.number.clone());
                    let workspace = self.workspace();
                    let rows = workspace.orders_by_number(Some(source.clone()), numbers.collect());
                    self.headless.wait_for(rows)?
                }
            };
            let rows: HashMap<&str, &OrderRow> =
                rows.iter().map(|row| (row.fields.number.as_str(), row)).collect();
            for planned in chunk {
                if planned.step == ImportStep::Duplicate {
                    let row = planned.rows.first().copied().unwrap_or_default();
                    complain(&format!("row {row}: {}", planned.step.text()));
                    continue;
                }
                let PlannedOrder { number, rows: of_file, step, write } = planned;
                let row = rows.get(number.as_str()).copied();
                // The order as the import would leave it.
                let written = write.map(|write| write.order);
                let Some(mut order) = written.or_else(|| Some(Box::new(order_of_row(row?)))) else {
                    continue;
                };
                if !order.may_have_cost_money() {
                    let verdict = rules.first_fit(&order);
                    apply_verdict(&mut order, &verdict);
                }
                if let Some(key) = self.prepared.preset.as_deref() {
                    set_preset(&mut order, key);
                }
                let id = row.map(|row| row.id.clone()).unwrap_or_default();
                let name =
                    BatchOrder { number, source: source.clone(), row: of_file.first().copied() };
                let refusal = (step == ImportStep::New)
                    .then(|| write_of(&basis, &id, None, &order).refusal())
                    .flatten();
                let outcome = match refusal {
                    Some(_) => OrderOutcome::Refused,
                    None => outcome_of(&step),
                };
                self.tell_imported(&name, outcome, refusal.as_ref());
                if outcome == OrderOutcome::Refused {
                    continue;
                }
                let assessed = basis.assess(&id, &order);
                let note = step.text();
                let next = self.tell_standing(&Standing {
                    name: &name,
                    id: &id,
                    order: &order,
                    state: assessed.state,
                    problems: &assessed.problems,
                    note: Some(&note),
                    is_kept_aside: matches!(step, ImportStep::ChangedWhileBought(_)),
                    is_readable: row.is_none_or(is_readable),
                });
                if next == Next::Rate && self.arguments.goal != BatchGoal::Import {
                    ready.push_back(ToRate { name, id, order });
                }
            }
        }
        Ok(ready)
    }

    fn rate_planned(&mut self, mut ready: VecDeque<ToRate>) -> Step<()> {
        let Some(link) = self.headless.desk.link.clone() else {
            return Ok(());
        };
        let inquiry = RateInquiry::new(Arc::clone(&self.prepared.import.basis), link);
        let runtime = self.headless.runtime().clone();
        let _in_runtime = runtime.enter();
        let mut asked = UnderWay::new();
        let mut ended = None;
        loop {
            while asked.len() < AT_ONCE && ended.is_none() && !self.must_stop() {
                let Some(next) = ready.pop_front() else { break };
                let inquiry = inquiry.clone();
                let asking = async move { inquiry.rate(&next.id, &next.order).await };
                asked.spawn(next.name, asking);
            }
            if asked.is_empty() {
                break;
            }
            while let Some((name, rate)) = asked.next_if_over() {
                let rate = rate.unwrap_or_else(|| Err(RateRefusal::crashed()));
                if let Err(refusal) = &rate
                    && refusal.concerns_all
                {
                    ended.get_or_insert_with(|| refusal.reason.to_string());
                }
                self.tell_planned_rate(&name, rate);
            }
            self.headless.turn_for(PAUSE);
        }
        self.checked()?;
        match ended {
            Some(reason) => Err(Early::End(RunEnd::NothingSent { reason })),
            None => Ok(()),
        }
    }

    fn tell_planned_rate(&mut self, name: &BatchOrder, rate: Result<Rated, RateRefusal>) {
        let Rated { rate, left_out, .. } = match rate {
            Ok(rated) => rated,
            Err(RateRefusal { reason, codes, .. }) => {
                let reason = reason.to_string();
                return self.tell(name, &OrderEvent::NotRated { reason, codes });
            }
        };
        // A rate without a price is never chosen.
        let price = rate.price().unwrap_or_default();
        self.tell(name, &rated(&rate, price, left_out.as_ref()));
        if self.arguments.goal == BatchGoal::Buy {
            let event = OrderEvent::WouldBuy {
                carrier: rate.carrier_code.clone().unwrap_or_default(),
                service: service_of(&rate),
                price,
            };
            self.tell(name, &event);
        }
    }
}
